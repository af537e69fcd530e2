import { z } from 'zod'
import * as messages from './messages.ts'

/**
 * The common error body. `detail` repeats `message`, because clients read either. Messages of invalid fields are lists
 * under the field names.
 */
export const errorBody = z.object({ message: z.string(), detail: z.string(), code: z.string() }).catchall(z.array(z.string()))
export type ErrorBody = { message: string; detail: string; code: string; [field: string]: string | string[] }

export const errorExamples: Record<number, ErrorBody> = {
  400: body('Please check the highlighted fields.', 'invalid', { email: ['Please enter a valid email address.'] }),
  401: body('Authentication credentials were not provided or have expired.', 'unauthenticated'),
  403: body('You may not do this.', 'forbidden'),
  404: body('Not found.', 'not_found'),
  409: body('This has changed.', 'conflict'),
  410: body('This link has been used or has expired.', 'gone'),
  412: body('Somebody else has changed this.', 'stale'),
  413: body('The request is too large.', 'too_large'),
  415: body('Please send JSON.', 'unsupported_media_type'),
  428: body('Please name the version that you change, in If-Match.', 'version_required'),
  429: body('Too many requests. Please wait a little.', 'rate_limited'),
  500: body(messages.wentWrong, 'internal'),
  503: body('We are briefly unavailable. Please try again.', 'unavailable'),
  507: body('The disk of the server is nearly full, so nothing large can be stored now.', 'disk_nearly_full'),
}

export function body(message: string, code: string, fields: Record<string, string[]> = {}): ErrorBody {
  return { ...fields, message, detail: message, code }
}

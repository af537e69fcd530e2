import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { body, type ErrorBody } from '#contract/errors.ts'
import * as messages from '#contract/messages.ts'
import { isDatabaseAway } from '#server/platform/db/database-away.ts'
import { HttpError, invalid } from '#server/platform/errors/errors.ts'

/** Turns every thrown error into an error response. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => answerError(error, request, reply))
}

/** Whether a failure is answered with 503. */
export function isUnavailable(error: Error): boolean {
  return (error instanceof HttpError ? error : translate(error as FastifyError)).status === 503
}

export function answerError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof HttpError ? error : isDisconnected(request) ? invalid(unreadable) : translate(error)
  // Under load the log would only add to it. The metrics count what was refused.
  if (known.status >= 500 && known.body.code !== 'busy') request.log.error({ err: error }, 'request failed')
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((value: ErrorBody) => JSON.stringify(value))
    .send(known.body)
}

const unreadable = 'The request can not be read.'

/** Whether the client disconnected while sending, which raises the same socket errors as an unreachable database. */
function isDisconnected({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function translate(error: FastifyError): HttpError {
  if (hasZodFastifySchemaValidationErrors(error)) return fromIssues(error.validation)
  if (isDatabaseAway(error)) {
    return new HttpError(503, 'unavailable', 'We are briefly unavailable. Please try again in a few seconds.', { retryAfter: 5 })
  }
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpError(413, 'too_large', 'The request is too large.')
  if (status === 415) return new HttpError(415, 'unsupported_media_type', 'Please send JSON.')
  if (status === 404) return new HttpError(404, 'not_found', 'Not found.')
  if (status === 503) return new HttpError(503, 'unavailable', 'We are briefly unavailable. Please try again.', { retryAfter: 5 })
  if (status >= 400 && status < 500) return new HttpError(status, 'invalid', unreadable)
  return new HttpError(500, 'internal', messages.wentWrong)
}

interface Issue {
  instancePath: string
  message?: string
  params: Record<string, unknown>
}

/**
 * Lists each issue under the innermost name of its path. An undeclared field is reported under its own name. A field with the name of a
 * part of the error body, such as `code`, has its message in `message` only.
 */
function fromIssues(issues: readonly Issue[]): HttpError {
  const fields: Record<string, string[]> = {}
  let ofReserved: string | undefined
  for (const issue of issues) {
    const unknown = issue.params['keys']
    const names = Array.isArray(unknown)
      ? unknown.map(String)
      : [issue.instancePath.split('/').findLast((part) => /^[A-Za-z_]/.test(part)) ?? '']
    for (const name of names) {
      // A name that every object has, such as `__proto__`, is no field.
      if (!/^[A-Za-z_]\w{0,60}$/.test(name) || name in Object.prototype) continue
      const message = Array.isArray(unknown) ? 'This field is not known here.' : (issue.message ?? 'Please check this value.')
      if (Object.hasOwn(body('', ''), name)) {
        ofReserved ??= message
        continue
      }
      fields[name] = [...(fields[name] ?? []), message]
    }
  }
  const first = Object.values(fields)[0]?.[0]
  return invalid(ofReserved ?? first ?? unreadable, fields)
}

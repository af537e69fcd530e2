import { z } from 'zod'
import { ApiError, ConnectionError } from '#contract/client.ts'
import * as messages from '#contract/messages.ts'

/** A failure in the browser whose message is for people. */
export class ShownError extends Error {}

/** What a person reads about a failed call: the server's message, or what to do about the connection. */
export function errorText(error: unknown): string {
  if (error instanceof ConnectionError) return messages.connectionLost
  if (error instanceof ApiError && error.message !== '') return error.message
  if (error instanceof ShownError) return error.message
  return messages.wentWrong
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

/** The record as it is now, which the refusal of a stale act carries; null for every other failure. */
export function currentOf<One>(error: unknown, record: z.ZodType<One>): One | null {
  if (!(error instanceof ApiError)) return null
  const found = z.object({ current: record }).safeParse(error.raw)
  return found.success ? found.data.current : null
}

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

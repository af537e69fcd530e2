import { ApiError, ConnectionError } from '#contract/client.ts'
import * as messages from '#contract/messages.ts'

/** Returns the first of the named fields of an error body that has text, else undefined. */
export function errorMessage(error: unknown, ...fields: readonly string[]): string | undefined {
  if (!(error instanceof ApiError) || typeof error.raw !== 'object' || error.raw === null) return undefined
  const body = new Map<string, unknown>(Object.entries(error.raw))
  return fields.map((field) => body.get(field)).find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

/** Returns the message of a lost connection, undefined for any other error. */
export function connectionErrorText(error: unknown): string | undefined {
  return error instanceof ConnectionError ? error.message : undefined
}

/** Appends the reason to `text` when the connection was lost. */
export function withConnectionError(text: string, error: unknown): string {
  const reason = connectionErrorText(error)
  return reason ? `${text.replace(/(?<![.!?])$/, '.')} ${reason}` : text
}

/** Returns why a call had no answer of the school. Undefined when the school answered and refused it. */
export function outageText(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.status < 500 ? undefined : error.message || messages.wentWrong
  return connectionErrorText(error) ?? messages.wentWrong
}

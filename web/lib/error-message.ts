import { ApiError, ConnectionLost } from '#contract/client.ts'

/** The first of these fields of an error's body that holds text; undefined when nothing was answered or none does. */
export function errorMessage(error: unknown, ...fields: readonly string[]): string | undefined {
  if (!(error instanceof ApiError) || typeof error.raw !== 'object' || error.raw === null) return undefined
  const body = new Map<string, unknown>(Object.entries(error.raw))
  return fields.map((field) => body.get(field)).find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

/** That the connection is gone, when that is why nothing was answered. */
export function lostConnection(error: unknown): string | undefined {
  return error instanceof ConnectionLost ? error.message : undefined
}

/** What failed, and that the connection is gone when that is why. */
export function withLostConnection(text: string, error: unknown): string {
  const reason = lostConnection(error)
  return reason ? `${text.replace(/(?<![.!?])$/, '.')} ${reason}` : text
}

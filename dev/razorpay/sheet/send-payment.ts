import type { Preferences, SheetAnswer } from './messages.ts'

const timeoutMs = 20_000

/** The result of an attempt. `refused`: no payment was made. `unknown`: no response, so one may have been made. */
export type Sent = SheetAnswer | { status: 'refused'; description: string } | { status: 'unknown' }

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function described(body: unknown): string | undefined {
  if (!isObject(body) || !isObject(body['error'])) return undefined
  const { description } = body['error']
  return typeof description === 'string' ? description : undefined
}

/** Sends an attempt. Its `attempt_id` makes a repeat safe. */
export async function sendPayment(attempt: Record<string, unknown>): Promise<Sent> {
  try {
    const response = await fetch('/v1/checkout/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(attempt),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) {
      const answer: SheetAnswer = await response.json()
      return answer
    }
    const body: unknown = await response.json()
    return response.status < 500
      ? { status: 'refused', description: described(body) ?? 'The payment was refused.' }
      : { status: 'unknown' }
  } catch {
    return { status: 'unknown' }
  }
}

/** Loads the order and the test cards. @throws Error with a message for the visitor */
export async function loadPreferences(key: string, orderId: string): Promise<Preferences> {
  const query = new URLSearchParams({ key, order_id: orderId })
  const response = await fetch(`/v1/checkout/preferences?${query}`, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  )
  if (!response) throw new Error('The payment could not be opened. Check your connection and try again.')
  if (response.ok) {
    const preferences: Preferences = await response.json()
    return preferences
  }
  const body: unknown = await response.json().catch(() => undefined)
  throw new Error(described(body) ?? 'The payment could not be opened.')
}

import { z } from 'zod'
import type { ProviderKey } from '../../config.ts'
import { GatewayError } from './gateway.ts'

/** Milliseconds for a whole call, answer included. */
const timeout = 8000
/** Reads are repeated this often, after a jittered pause that doubles from here (milliseconds). */
const readRetries = 2
const firstPause = 200

const refusal = z.object({ error: z.object({ code: z.string(), description: z.string() }) })

export interface RazorpayClient {
  secretOf(keyId: string): string
  /** Repeated after a jittered pause while the provider does not answer; asked once, and no longer than `until`, where that is given. */
  read<T extends z.ZodType>(keyId: string, answer: T, path: string, until?: AbortSignal): Promise<z.output<T>>
  /** Sent once: whether it may be repeated is for the caller to know. */
  write<T extends z.ZodType>(
    keyId: string,
    answer: T,
    path: string,
    body: object,
    more?: { headers?: Record<string, string>; until?: AbortSignal | undefined },
  ): Promise<z.output<T>>
}

/** Razorpay's REST API, https://razorpay.com/docs/api; Basic auth with the key the call is made for. */
export function razorpayClient(options: { apiUrl: string; keys: readonly ProviderKey[] }): RazorpayClient {
  const secretOf = (keyId: string): string => {
    const key = options.keys.find((known) => known.id === keyId)
    if (!key) throw new GatewayError(`no secret is configured for key ${keyId}`, { retryable: false, uncertain: false })
    return key.secret
  }

  /** Keys are of one account: what was made under a key that the provider has retired since, the newest reaches too. */
  async function call<T extends z.ZodType>(keyId: string, answer: T, path: string, init: RequestInit): Promise<z.output<T>> {
    const [newest] = options.keys
    const key = options.keys.find((known) => known.id === keyId) ?? newest
    if (!key || !newest) throw new Error('no provider key is configured')
    try {
      return await callAs(key, answer, path, init)
    } catch (error) {
      const retired = error instanceof GatewayError && error.status === 401 && key !== newest
      if (!retired) throw error
      return callAs(newest, answer, path, init)
    }
  }

  async function callAs<T extends z.ZodType>(key: ProviderKey, answer: T, path: string, init: RequestInit): Promise<z.output<T>> {
    const authorization = `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`
    const response = await fetch(`${options.apiUrl}/v1${path}`, {
      ...init,
      headers: { ...init.headers, authorization, accept: 'application/json' },
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(init.signal ? [init.signal] : [])]),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new GatewayError('the payment provider did not answer', { retryable: true, uncertain: true, cause })
    })
    const parsed: unknown = await response.json().catch((cause: unknown) => {
      const { status } = response
      throw new GatewayError(`the payment provider answered ${status} without JSON`, {
        status,
        retryable: true,
        uncertain: true,
        cause,
      })
    })
    if (!response.ok) throw refused(response.status, parsed)
    const known = answer.safeParse(parsed)
    if (!known.success) {
      throw new GatewayError(`the payment provider's answer to ${path} is not understood`, {
        status: response.status,
        retryable: false,
        uncertain: true,
        cause: known.error,
      })
    }
    return known.data
  }

  return {
    secretOf,
    async read(keyId, answer, path, until) {
      const retries = until ? 0 : readRetries
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await call(keyId, answer, path, { method: 'GET', signal: until ?? null })
        } catch (error) {
          if (!(error instanceof GatewayError) || !error.retryable || attempt >= retries) throw error
          const pause = firstPause * 2 ** attempt
          await new Promise((resolve) => setTimeout(resolve, pause / 2 + Math.random() * pause))
        }
      }
    },
    write: (keyId, answer, path, body, { headers = {}, until } = {}) =>
      call(keyId, answer, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: until ?? null,
      }),
  }
}

function refused(status: number, body: unknown): GatewayError {
  const known = refusal.safeParse(body)
  const said = known.success ? `${known.data.error.code}: ${known.data.error.description}` : 'an unreadable error'
  return new GatewayError(`the payment provider answered ${status}, ${said}`, {
    status,
    retryable: status === 429 || status >= 500,
    uncertain: status >= 500,
  })
}

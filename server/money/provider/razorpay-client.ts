import { z } from 'zod'
import type { ProviderKey } from '#server/config.ts'
import { withDeadline } from './deadline.ts'
import { GatewayError } from './gateway.ts'

/** Milliseconds for a whole call, response included. */
const timeoutMs = 8000
/** Retries of a read, and milliseconds of the first jittered pause, which doubles. */
const readRetries = 2
const firstPauseMs = 200

const refusal = z.object({ error: z.object({ code: z.string(), description: z.string() }) })

export interface RazorpayClient {
  secretOf(keyId: string): string
  /** Retries after a jittered pause while the provider does not answer. With `until`, tries once and is aborted by it. */
  read<T extends z.ZodType>(keyId: string, answer: T, path: string, until?: AbortSignal): Promise<z.output<T>>
  /** Sends once; only the caller knows whether a retry is safe. */
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

  /** All keys belong to one account, so the newest key also reaches orders of a key that the provider has retired. */
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
    return withDeadline(timeoutMs, (late) =>
      exchange(answer, path, {
        ...init,
        headers: { ...init.headers, authorization, accept: 'application/json' },
        signal: init.signal ? AbortSignal.any([late, init.signal]) : late,
        redirect: 'error',
      }),
    )
  }

  async function exchange<T extends z.ZodType>(answer: T, path: string, init: RequestInit): Promise<z.output<T>> {
    const response = await fetch(`${options.apiUrl}/v1${path}`, init).catch((cause: unknown) => {
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
          const pauseMs = firstPauseMs * 2 ** attempt
          await new Promise((resolve) => setTimeout(resolve, pauseMs / 2 + Math.random() * pauseMs))
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
  const description = known.success ? `${known.data.error.code}: ${known.data.error.description}` : 'an unreadable error'
  return new GatewayError(`the payment provider answered ${status}, ${description}`, {
    status,
    retryable: status === 429 || status >= 500,
    uncertain: status >= 500,
  })
}

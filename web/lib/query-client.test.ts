import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { shouldRetry } from './query-client.ts'

/** Returns how often a query that fails with `error` is tried. */
async function triesOf(error: Error): Promise<number> {
  const queryFn = vi.fn(() => Promise.reject(error))
  const client = new QueryClient({ defaultOptions: { queries: { retry: shouldRetry, retryDelay: 0 } } })
  await expect(client.fetchQuery({ queryKey: ['read'], queryFn, retry: shouldRetry })).rejects.toBe(error)
  return queryFn.mock.calls.length
}

it('retries fast failures twice, but never a timeout or a 4xx [SEC-082]', async () => {
  const hung = await fetch('data:,', { signal: AbortSignal.timeout(0) }).catch((error: Error) => error)
  expect(await triesOf(hung instanceof Error ? hung : new DOMException('late', 'TimeoutError'))).toBe(1)
  expect(await triesOf(new DOMException('late', 'TimeoutError'))).toBe(1)
  expect(await triesOf(new ApiError({ status: 404, body: {} }))).toBe(1)
  expect(await triesOf(new ApiError({ status: 503, body: {} }))).toBe(3)
  expect(await triesOf(new TypeError('Failed to fetch'))).toBe(3)
})

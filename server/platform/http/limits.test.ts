import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Queryable } from '#server/platform/db/query.ts'
import { type LimitDeps, LimitMemory, limitPages } from './limits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Limits whose counts are answered one after the other, in the order in which they were asked. */
function openSlowCounts() {
  const asked: (() => void)[] = []
  let count = 0
  const query: Queryable['query'] = () => {
    const { promise, resolve } = Promise.withResolvers<{ rows: never[] }>()
    asked.push(() => resolve({ rows: [{ count: (count += 1), left: 60 }] as never[] }))
    return promise
  }
  const deps: LimitDeps = { db: { query }, config: { rateLimitFactor: 1 }, limitMemory: new LimitMemory() }
  return {
    call: () =>
      limitPages(deps, '203.0.113.5', { name: 'slow', calls: 2, minutes: 1 }).then(
        () => 'answered',
        (error: { status: number }) => error.status,
      ),
    answer: () => asked.shift()?.(),
  }
}

test('counts that come late in a rush still limit', async () => {
  const { call, answer } = openSlowCounts()
  const calls = [call(), call(), call(), call()]
  for (const _ of calls) {
    await vi.advanceTimersByTimeAsync(400)
    answer()
  }
  expect(await Promise.all(calls)).toEqual(['answered', 'answered', 429, 429])
})

test('a silent count is waited for half a second', async () => {
  const { call, answer } = openSlowCounts()
  const first = call()
  answer()
  await first
  const started = performance.now()
  const silent = call().then(() => performance.now() - started)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await silent).toBeLessThan(600)
})

import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { limitPages } from './limits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Dependencies whose counts are answered one after the other, in the order in which they were asked. */
async function openSlowCounts() {
  vi.useRealTimers()
  const shop = await createTestApp({ factor: 1 })
  vi.useFakeTimers()
  const asked: (() => void)[] = []
  let count = 0
  const query = () => {
    const { promise, resolve } = Promise.withResolvers<{ rows: object[] }>()
    asked.push(() => resolve({ rows: [{ count: (count += 1), left: 60 }] }))
    return promise
  }
  const db: pg.Pool = Object.assign(Object.create(shop.deps.db), { query })
  const deps: Deps = { ...shop.deps, db }
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
  const { call, answer } = await openSlowCounts()
  const calls = [call(), call(), call(), call()]
  for (const _ of calls) {
    await vi.advanceTimersByTimeAsync(400)
    answer()
  }
  expect(await Promise.all(calls)).toEqual(['answered', 'answered', 429, 429])
})

test('a silent count is waited for half a second', async () => {
  const { call, answer } = await openSlowCounts()
  const first = call()
  answer()
  await first
  const started = performance.now()
  const silent = call().then(() => performance.now() - started)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await silent).toBeLessThan(600)
})

import { expect, it, vi } from 'vitest'
import { memoise } from './memoise.ts'

it('runs work once for concurrent and later calls', async () => {
  const memoised = memoise<number>(4)
  const work = vi.fn(async () => 7)
  expect(await Promise.all([memoised('a', work), memoised('a', work)])).toEqual([7, 7])
  expect(await memoised('a', work)).toBe(7)
  expect(work).toHaveBeenCalledTimes(1)
})

it('evicts the least recently used result', async () => {
  const memoised = memoise<string>(2)
  const work = vi.fn(async () => 'done')
  for (const key of ['a', 'b', 'a', 'c', 'a']) await memoised(key, work)
  expect(work).toHaveBeenCalledTimes(3)
  await memoised('b', work)
  expect(work).toHaveBeenCalledTimes(4)
})

it('retries after a failure and does not block other keys', async () => {
  const memoised = memoise<string>(4)
  await expect(memoised('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
  expect(await memoised('b', async () => 'other')).toBe('other')
  expect(await memoised('a', async () => 'now')).toBe('now')
})

it('runs one piece of work at a time', async () => {
  const memoised = memoise<void>(8)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  await Promise.all(['a', 'b', 'c'].map((key) => memoised(key, work)))
  expect(most).toBe(1)
})

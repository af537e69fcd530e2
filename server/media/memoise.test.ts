import { expect, it, vi } from 'vitest'
import { memoise } from './memoise.ts'

it('does the same work once for those who ask at the same time and later', async () => {
  const recall = memoise<number>(4)
  const work = vi.fn(async () => 7)
  expect(await Promise.all([recall('a', work), recall('a', work)])).toEqual([7, 7])
  expect(await recall('a', work)).toBe(7)
  expect(work).toHaveBeenCalledTimes(1)
})

it('forgets what was asked for longest ago', async () => {
  const recall = memoise<string>(2)
  const work = vi.fn(async () => 'done')
  for (const key of ['a', 'b', 'a', 'c', 'a']) await recall(key, work)
  expect(work).toHaveBeenCalledTimes(3)
  await recall('b', work)
  expect(work).toHaveBeenCalledTimes(4)
})

it('tries again after a failure, and lets others work meanwhile', async () => {
  const recall = memoise<string>(4)
  await expect(recall('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
  expect(await recall('b', async () => 'other')).toBe('other')
  expect(await recall('a', async () => 'now')).toBe('now')
})

it('works one at a time', async () => {
  const recall = memoise<void>(8)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  await Promise.all(['a', 'b', 'c'].map((key) => recall(key, work)))
  expect(most).toBe(1)
})

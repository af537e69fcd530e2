import { expect, it, vi } from 'vitest'
import { retryable } from './retryable.ts'

it('loads on first request and shares the result', async () => {
  const load = vi.fn(() => Promise.resolve('part'))
  const late = retryable(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([late.value(), late.value()])).toEqual(['part', 'part'])
  expect(load).toHaveBeenCalledOnce()
})

it('reports a failure, and early callers get the later result', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValueOnce('part')
  const late = retryable(load)
  const told: boolean[] = []
  late.subscribe(() => told.push(late.hasFailed()))
  const waiting = late.value()
  await vi.waitFor(() => expect(late.hasFailed()).toBe(true))
  void late.value()
  expect(load).toHaveBeenCalledOnce()
  late.again()
  late.again()
  expect(await waiting).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
  expect(told).toEqual([false, true, false, false])
})

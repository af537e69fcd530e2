import { expect, it, vi } from 'vitest'
import { retryable } from './retryable.ts'

it('loads on first request and shares the result', async () => {
  const load = vi.fn(() => Promise.resolve('part'))
  const loader = retryable(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([loader.value(), loader.value()])).toEqual(['part', 'part'])
  expect(load).toHaveBeenCalledOnce()
})

it('reports a failure, and early callers get the later result', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValueOnce('part')
  const loader = retryable(load)
  const reported: boolean[] = []
  loader.subscribe(() => reported.push(loader.hasFailed()))
  const waiting = loader.value()
  await vi.waitFor(() => expect(loader.hasFailed()).toBe(true))
  void loader.value()
  expect(load).toHaveBeenCalledOnce()
  loader.again()
  loader.again()
  expect(await waiting).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
  expect(reported).toEqual([false, true, false, false])
})

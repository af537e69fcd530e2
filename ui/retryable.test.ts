import { expect, it, vi } from 'vitest'
import { retryable } from './retryable.ts'

it('loads when it is first asked, once for all who ask', async () => {
  const load = vi.fn(() => Promise.resolve('part'))
  const late = retryable(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([late.value(), late.value()])).toEqual(['part', 'part'])
  expect(load).toHaveBeenCalledOnce()
})

it('says that it failed, and who waited from the start gets what a later attempt brings', async () => {
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

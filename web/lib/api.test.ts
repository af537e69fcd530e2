import { beforeEach, expect, test, vi } from 'vitest'
import { readProfile, register } from '#contract/people/accounts.ts'
import { busy, busyTrying } from '#contract/messages.ts'
import { busyTries } from '#contract/rules.ts'
import { call } from './api.ts'
import { takeQueuedToasts } from './toast.ts'

const refusal = (code: string) =>
  new Response(JSON.stringify({ message: busy, detail: busy, code }), { status: 503, headers: { 'retry-after': '4' } })
const asked = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', asked.mockReset())
  takeQueuedToasts()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const registering = () =>
  call(register, { body: { full_name: 'Asha', phone_number: '9876543210', email: 'asha@example.com', type: 'register' } })

test('a call to a busy school is announced and sent again', async () => {
  asked.mockResolvedValueOnce(refusal('busy'))
  asked.mockResolvedValueOnce(new Response(JSON.stringify({ message: 'Welcome' }), { status: 201 }))
  const registered = registering()
  await vi.advanceTimersByTimeAsync(3999)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(takeQueuedToasts().map(({ text }) => text)).toEqual([busyTrying])
  await vi.advanceTimersByTimeAsync(1)
  expect(await registered).toEqual({ message: 'Welcome' })
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a school that stays busy is named in the error', async () => {
  asked.mockImplementation(async () => refusal('busy'))
  const refused = registering().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await refused).toMatchObject({ code: 'busy', message: busy })
  expect(asked).toHaveBeenCalledTimes(busyTries)
})

test('another failure is not sent again', async () => {
  asked.mockImplementation(async () => refusal('unavailable'))
  await expect(call(readProfile)).rejects.toThrow()
  expect(asked).toHaveBeenCalledTimes(1)
})

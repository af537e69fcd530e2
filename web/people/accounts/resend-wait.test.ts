import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatWait, rememberWait, secondsLeft, waitUntil } from './resend-wait.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('stores the wait of one address across a reload', () => {
  rememberWait('asha@example.com', 60, 1_000_000)
  expect(waitUntil('asha@example.com')).toBe(1_060_000)
  expect(waitUntil('ravi@example.com')).toBe(0)
})

test('ignores a stored wait that is malformed', () => {
  for (const text of ['', '{', '3', 'null', '{"email":"asha@example.com","until":"soon"}']) {
    sessionStorage.setItem('code-wait', text)
    expect(waitUntil('asha@example.com')).toBe(0)
  }
})

test('returns no wait when storage is unavailable', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => rememberWait('asha@example.com', 60)).not.toThrow()
  expect(waitUntil('asha@example.com')).toBe(0)
})

test('rounds seconds up and never below zero', () => {
  expect(secondsLeft(60_000, 0)).toBe(60)
  expect(secondsLeft(60_000, 59_001)).toBe(1)
  expect(secondsLeft(60_000, 60_000)).toBe(0)
  expect(secondsLeft(60_000, 90_000)).toBe(0)
})

test('formats a wait in seconds or minutes', () => {
  expect([59, 60, 65, 599, 600, 601, 3600].map(formatWait)).toEqual([
    '59 s',
    '1:00',
    '1:05',
    '9:59',
    '10 min',
    '11 min',
    '60 min',
  ])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberWait, sayWait, secondsLeft, waitUntil } from './resend-wait.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the wait of an address is kept over a reload, and is that address alone', () => {
  rememberWait('asha@example.com', 60, 1_000_000)
  expect(waitUntil('asha@example.com')).toBe(1_060_000)
  expect(waitUntil('ravi@example.com')).toBe(0)
})

test('a wait that somebody tampered with is none', () => {
  for (const text of ['', '{', '3', 'null', '{"email":"asha@example.com","until":"soon"}']) {
    sessionStorage.setItem('code-wait', text)
    expect(waitUntil('asha@example.com')).toBe(0)
  }
})

test('no storage means no wait that this tab knows of', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => rememberWait('asha@example.com', 60)).not.toThrow()
  expect(waitUntil('asha@example.com')).toBe(0)
})

test('seconds are rounded up and never below none', () => {
  expect(secondsLeft(60_000, 0)).toBe(60)
  expect(secondsLeft(60_000, 59_001)).toBe(1)
  expect(secondsLeft(60_000, 60_000)).toBe(0)
  expect(secondsLeft(60_000, 90_000)).toBe(0)
})

test('a wait is said in the unit one thinks in', () => {
  expect([59, 60, 65, 599, 600, 601, 3600].map(sayWait)).toEqual(['59 s', '1:00', '1:05', '9:59', '10 min', '11 min', '60 min'])
})

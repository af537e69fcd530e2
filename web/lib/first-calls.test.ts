import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bearer, takeFirstCall } from './first-calls.ts'

const path = '/auth/profile/'
const response = Promise.resolve(new Response('{}'))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {
    firstCalls: { authorization: bearer('one'), sentAt: performance.now(), responses: new Map([[path, response]]) },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a first call is taken once', () => {
  expect(takeFirstCall('/today/', bearer('one'))).toBeUndefined()
  expect(takeFirstCall(path, bearer('one'))).toBe(response)
  expect(takeFirstCall(path, bearer('one'))).toBeUndefined()
})

test('a first call of another session is not taken', () => {
  expect(takeFirstCall(path, bearer('two'))).toBeUndefined()
  expect(takeFirstCall(path, null)).toBeUndefined()
})

test('a first call that waited ten seconds is not taken', () => {
  vi.advanceTimersByTime(10_001)
  expect(takeFirstCall(path, bearer('one'))).toBeUndefined()
})

test('a page without first calls takes none', () => {
  vi.stubGlobal('window', {})
  expect(takeFirstCall(path, bearer('one'))).toBeUndefined()
})

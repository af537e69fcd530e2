import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { isAlreadyEnrolled, isWorthRetrying, startErrorText } from './start-error.ts'

const answered = (status: number, body: unknown) => new ApiError({ status, body })

describe('the error text when a payment does not start', () => {
  test.each([
    ['returns the message first', { message: 'This batch is full.', error: 'E1' }, 'This batch is full.'],
    ['returns the error field second', { error: 'Batch closed' }, 'Batch closed'],
    ['ignores an empty message', { message: ' ', error: 'Batch closed' }, 'Batch closed'],
    ['returns the raw text last', 'Upstream is down', 'Upstream is down'],
  ])('%s', (_, body, text) => {
    expect(startErrorText(answered(400, body))).toBe(text)
  })

  test('ignores markup, lists and empty bodies', () => {
    for (const body of ['<html><h1>502</h1></html>', '', null, 7, [], { message: { deep: true } }]) {
      expect(startErrorText(answered(502, body))).toBe('Payment could not be started. Please try again.')
    }
  })

  test("returns the browser's message when there is no response", () => {
    expect(startErrorText(new TypeError('Failed to fetch'))).toBe('Failed to fetch')
    expect(startErrorText('?')).toBe('Payment could not be started. Please try again.')
  })
})

test('treats "already paid" and "already enrolled" alike', () => {
  expect(isAlreadyEnrolled('You have already enrolled in this batch.')).toBe(true)
  expect(isAlreadyEnrolled('Already paid for')).toBe(true)
  expect(isAlreadyEnrolled('This batch has already started.')).toBe(false)
})

test('retries after 429, 5xx or no response, not after other errors', () => {
  expect([400, 404, 409].map((status) => isWorthRetrying(answered(status, {})))).toEqual([false, false, false])
  expect([429, 500, 503].map((status) => isWorthRetrying(answered(status, {})))).toEqual([true, true, true])
  expect(isWorthRetrying(new TypeError('Failed to fetch'))).toBe(true)
})

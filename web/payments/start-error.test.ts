import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { isWorthRetrying, saysAlreadyEnrolled, startErrorText } from './start-error.ts'

const answered = (status: number, body: unknown) => new ApiError({ status, body })

describe('what is said when a payment does not start', () => {
  test.each([
    ['the message first', { message: 'This batch is full.', error: 'E1' }, 'This batch is full.'],
    ['then the error field', { error: 'Batch closed' }, 'Batch closed'],
    ['an empty message is none', { message: ' ', error: 'Batch closed' }, 'Batch closed'],
    ['then the raw body', 'Upstream is down', 'Upstream is down'],
  ])('%s', (_, body, text) => {
    expect(startErrorText(answered(400, body))).toBe(text)
  })

  test('markup of a proxy, a list or nothing at all is not read out', () => {
    for (const body of ['<html><h1>502</h1></html>', '', null, 7, [], { message: { deep: true } }]) {
      expect(startErrorText(answered(502, body))).toBe('Payment could not be started. Please try again.')
    }
  })

  test('a call without an answer tells what the browser told', () => {
    expect(startErrorText(new TypeError('Failed to fetch'))).toBe('Failed to fetch')
    expect(startErrorText('?')).toBe('Payment could not be started. Please try again.')
  })
})

test('already paid and already enrolled are the same news', () => {
  expect(saysAlreadyEnrolled('You have already enrolled in this batch.')).toBe(true)
  expect(saysAlreadyEnrolled('Already paid for')).toBe(true)
  expect(saysAlreadyEnrolled('This batch has already started.')).toBe(false)
})

test('a refusal stays one, a busy or silent server is asked again', () => {
  expect([400, 404, 409].map((status) => isWorthRetrying(answered(status, {})))).toEqual([false, false, false])
  expect([429, 500, 503].map((status) => isWorthRetrying(answered(status, {})))).toEqual([true, true, true])
  expect(isWorthRetrying(new TypeError('Failed to fetch'))).toBe(true)
})

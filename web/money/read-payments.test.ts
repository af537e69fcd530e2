import { expect, test } from 'vitest'
import { listPayments } from '#contract/money/payments.ts'
import { NotAList, readPayments } from './read-payments.ts'

const rows = listPayments.example.answer as unknown[]

test('reads a list, or the JSON text of one', () => {
  expect(readPayments(rows)).toEqual(rows)
  expect(readPayments(JSON.stringify(rows))).toEqual(rows)
  expect(readPayments('[]')).toEqual([])
})

test('fills in missing fields of a row', () => {
  const [first] = readPayments([{ id: 'a1', amount: '1499.99', course_title: 'Cloud', payment_date: null }])
  expect(first).toMatchObject({
    id: 'a1',
    amount: 1499.99,
    status: 'paid',
    course_title: 'Cloud',
    payment_date: '',
    razorpay_payment_id: '',
  })
})

test('rejects anything that is not a list', () => {
  for (const answer of ['<html>', '', '"[]"', null, undefined, 3, {}, { payments: [] }, [1], [null], '{"a":1}']) {
    expect(() => readPayments(answer)).toThrow(NotAList)
  }
})

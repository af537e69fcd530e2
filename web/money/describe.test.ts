import { expect, test } from 'vitest'
import type { PurchaseRequest, RefundRecord } from '#contract/money/payments.ts'
import { describeRefund } from './describe-refund.ts'
import { describeRequest, describeTarget } from './describe-request.ts'

const refund: RefundRecord = {
  id: 1,
  amount: 1499.5,
  status: 'due',
  requested_at: '2026-11-21T09:30:00.000Z',
  settled_at: null,
  note: null,
  voucher: null,
}
const request: PurchaseRequest = {
  id: 4,
  kind: 'transfer',
  status: 'open',
  reason: 'My shift has changed.',
  answer: null,
  to_batch: { id: 102, date: '2027-01-11', time: '7:30 PM – 9:00 PM IST', batch_type: 'Weekday evening' },
  created_at: '2026-11-23T19:10:00.000Z',
  decided_at: null,
}

test('states amount and duration for each state of a refund', () => {
  for (const status of ['due', 'sending', 'processed'] as const) {
    expect(describeRefund({ ...refund, status })).toMatch(/₹1,499\.50.*5 to 10 working days/)
  }
  expect(describeRefund({ ...refund, status: 'processed', settled_at: '2026-11-30T20:00:00.000Z' })).toContain(
    'on 1 December 2026',
  )
  expect(describeRefund({ ...refund, status: 'failed' })).toContain('We are looking into it')
})

test('describes a request by kind, state and Indian date', () => {
  expect(describeRequest(request)).toBe('Transfer request of 24 November 2026: we are looking at it')
  expect(describeRequest({ ...request, kind: 'refund', status: 'declined', decided_at: '2026-11-25T05:00:00.000Z' })).toBe(
    'Refund request declined on 25 November 2026',
  )
  expect(describeTarget(request)).toBe('Weekday evening, from 11 January 2027')
  expect(describeTarget({ ...request, to_batch: null })).toBeNull()
})

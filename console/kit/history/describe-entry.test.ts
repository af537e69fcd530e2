import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/platform/staff/audit.ts'
import { changedFields, describeEntry, joinEntries, sentenceOf } from './describe-entry.ts'

const to = (after: unknown, before: unknown = null) => ({ before, after })
const named = (after: string | null, before: string | null = null) => ({ before, after })
const entryOf = (given: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2027-02-01T05:30:00.000Z',
  actor_kind: 'staff',
  actor_id: 3,
  actor_name: 'Meera Kulkarni',
  actor_email: 'meera@school.example',
  subject: 'batches',
  subject_id: '7',
  name: 'Full Stack, from 2 Feb 2027',
  student: null,
  operation: 'update',
  changes: {},
  names: {},
  ...given,
})
const ofAsha = (subject: string, name: string, given: Partial<AuditEntry>) =>
  entryOf({ subject, student: 'Asha Patil', name: `Asha Patil${name}`, ...given })
const added = 'insert' as const

test.each<[string, AuditEntry, string]>([
  ['an added record', entryOf({ operation: added }), 'Added batch “Full Stack, from 2 Feb 2027”'],
  ['a removed record without a name', entryOf({ name: null, operation: 'delete' }), 'Removed batch 7'],
  [
    'a removed record with a name',
    entryOf({ subject: 'companies', name: null, operation: 'delete', changes: { name: to(null, 'Acme') } }),
    'Removed company “Acme”',
  ],
  [
    'one column',
    entryOf({ changes: { capacity: to(12, 10), version: to(2, 1) } }),
    'Changed seats of batch “Full Stack, from 2 Feb 2027”',
  ],
  [
    'many columns',
    entryOf({ name: null, changes: { capacity: to(1), batch_type: to('x'), ends_at: to('x'), starts_at: to('x') } }),
    'Changed seats, type and 2 more of batch 7',
  ],
  [
    'a file that was checked again, because a run found other accounts',
    entryOf({ subject: 'student_imports', name: 'college.csv', changes: { hash: to('b', 'a'), accounts: to(2, 3) } }),
    'Checked the file “college.csv” again',
  ],
  ['a moment that is set', entryOf({ name: null, changes: { cancelled_at: to('2027-01-01') } }), 'Cancelled batch 7'],
  [
    'a moment that is cleared',
    ofAsha('users', '', { changes: { disabled_at: to(null, '2027-01-01') } }),
    'Enabled student “Asha Patil”',
  ],
  [
    'a published record',
    entryOf({ subject: 'courses', name: 'Full Stack', changes: { publication: to('published', 'draft') } }),
    'Published course “Full Stack”',
  ],
  [
    'a decided request',
    ofAsha('purchase_requests', ', refund', { changes: { status: to('approved', 'open') } }),
    'Approved the request of Asha Patil for a refund',
  ],
  [
    'an act that waits',
    ofAsha('approvals', ', refund of ₹26,000', {
      operation: added,
      changes: { state: to('waiting'), amount_paise: to(2_600_000) },
    }),
    'Asked for approval of a refund of ₹26,000 to Asha Patil',
  ],
  [
    'a link of an address that waits',
    entryOf({
      subject: 'approvals',
      name: 'link that gives ₹6,000',
      operation: added,
      changes: { state: to('waiting'), amount_paise: to(600_000) },
    }),
    'Asked for approval of a payment link that gives an address without an account ₹6,000',
  ],
  [
    'an approved act',
    ofAsha('approvals', ', refund of ₹26,000', { changes: { state: to('approved', 'waiting') } }),
    'Approved a refund of ₹26,000 to Asha Patil',
  ],
  [
    'a refund',
    ofAsha('refunds', ', ₹1,25,000.50', { operation: added, changes: { amount_paise: to(12_500_050) } }),
    'Decided a refund of ₹1,25,000.50 to Asha Patil',
  ],
  [
    'money paid back',
    ofAsha('refunds', ', ₹5,000, UTR 9', { changes: { paid_on: to('2027-02-02'), method: to('cash'), reference: to('C-9') } }),
    'Paid ₹5,000 back to Asha Patil in cash, C-9',
  ],
  [
    'a transfer of money',
    ofAsha('offline_payments', ', ₹36,000, UTR-552', {
      operation: added,
      changes: { amount_paise: to(3_600_000), method: to('bank_transfer'), reference: to('UTR-552'), state: to('waiting') },
    }),
    'Took ₹36,000 from Asha Patil by bank transfer, UTR-552',
  ],
  [
    'a masked reference of an earlier version',
    ofAsha('offline_payments', ', ₹36,000, UTR-552', {
      operation: added,
      changes: { amount_paise: to(3_600_000), method: to('upi'), reference: to('masked') },
      names: { reference: named('UTR-552') },
    }),
    'Took ₹36,000 from Asha Patil by UPI, UTR-552',
  ],
  [
    'a move to another batch',
    ofAsha('enrolment_moves', ', Full Stack, from 9 Mar 2027', {
      operation: added,
      changes: { from_batch_id: to(7), to_batch_id: to(9) },
      names: { from_batch_id: named('Full Stack, from 2 Feb 2027'), to_batch_id: named('Full Stack, from 9 Mar 2027') },
    }),
    'Moved Asha Patil from the batch of 2 Feb 2027 to that of 9 Mar 2027, Full Stack',
  ],
  [
    'a move to a batch of the same day',
    ofAsha('enrolment_moves', ', Full Stack, from 2 Feb 2027', {
      operation: added,
      changes: { from_batch_id: to(7), to_batch_id: to(9) },
      names: { from_batch_id: named('Full Stack, from 2 Feb 2027'), to_batch_id: named('Full Stack, from 2 Feb 2027') },
    }),
    'Moved Asha Patil from batch 7 to batch 9 of 2 Feb 2027, Full Stack',
  ],
  [
    'a move whose batches are gone',
    ofAsha('enrolment_moves', '', { operation: added, changes: { from_batch_id: to(7), to_batch_id: to(9) } }),
    'Moved Asha Patil from a batch to another',
  ],
  [
    'a place without a payment',
    ofAsha('enrolments', ', Full Stack, from 2 Feb 2027', {
      operation: added,
      changes: { batch_id: to(7), payment_id: to(null) },
    }),
    'Enrolled Asha Patil in “Full Stack, from 2 Feb 2027” without a payment',
  ],
  [
    'an ended place',
    ofAsha('enrolments', ', Full Stack, from 2 Feb 2027', { changes: { ended_at: to('2027-02-02T00:00:00+00:00') } }),
    'Ended the enrolment of Asha Patil in “Full Stack, from 2 Feb 2027”',
  ],
  [
    'a moved class',
    entryOf({
      subject: 'class_sessions',
      name: 'Class 2 on 10 Feb 2027, Full Stack',
      changes: { starts_at: to('2027-02-10T14:00:00+00:00', '2027-02-09T14:00:00+00:00') },
    }),
    'Moved class 2 from 9 Feb 2027, 7:30 PM IST to 10 Feb 2027, 7:30 PM IST, Full Stack',
  ],
  [
    'a sent message',
    entryOf({ subject: 'messages', name: 'Bring a laptop', changes: { sent_at: to('2027-02-10'), recipients: to(1, 0) } }),
    'Sent message “Bring a laptop” to 1 student',
  ],
  [
    'a mark',
    ofAsha('attendance_decisions', ', Class 2 on 10 Feb 2027, Full Stack', {
      operation: added,
      changes: { status: to('left_early') },
    }),
    'Marked Asha Patil as left early in Class 2 on 10 Feb 2027, Full Stack',
  ],
  [
    'the settings',
    entryOf({ subject: 'site_settings', changes: { settings: to({ brand: 'B', gstin: '1' }, { brand: 'A', gstin: '1' }) } }),
    'Changed name of the school in the settings',
  ],
])('%s reads as a sentence', (_name, entry, sentence) => {
  expect(describeEntry(entry)).toBe(sentence)
})

test('the whole sentence begins with the person', () => {
  const refund = ofAsha('refunds', ', ₹5,000', { operation: added, changes: { amount_paise: to(500_000) } })
  expect(sentenceOf(refund)).toBe('Meera Kulkarni decided a refund of ₹5,000 to Asha Patil')
  expect(sentenceOf({ ...refund, actor_kind: 'operator', actor_name: null, actor_email: null })).toMatch(
    /^Operator decided a refund/,
  )
})

test('fields have labels, amounts, Indian times, states and names', () => {
  const changes = {
    id: to(4),
    call_hash: to('masked'),
    batch_id: to(9, 7),
    price_paise: to(3_600_000, null),
    recorded_at: to('2027-02-09T20:00:00+00:00'),
    received_on: to('2027-02-09'),
    method: to('bank_transfer'),
    state: to('cleared', 'waiting'),
    answer: to(null),
    email: to('masked', 'masked'),
  }
  const names = { batch_id: named('Full Stack, from 9 Mar 2027', 'Full Stack, from 2 Feb 2027') }
  const fields = changedFields(entryOf({ subject: 'offline_payments', changes, names }))
  expect(fields.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Paid by', null, 'Bank transfer'],
    ['State', 'Waits for approval', 'Received'],
    ['Batch', 'Full Stack, from 2 Feb 2027', 'Full Stack, from 9 Mar 2027'],
    ['Received on', null, '9 February 2027'],
    ['List price', null, '₹36,000'],
    ['Recorded', null, '10 Feb 2027, 1:30 AM IST'],
    ['E-mail', 'masked', 'masked'],
  ])
})

test('entries of one record in a transaction are joined', () => {
  const payment = { subject: 'offline_payments', subject_id: '4' }
  const inserted = entryOf({
    ...payment,
    operation: added,
    changes: { state: to('waiting'), order_id: to(null), user_id: to(3) },
    names: { user_id: named('Asha Patil'), order_id: named(null) },
  })
  const student = entryOf({ id: 2, subject: 'users', subject_id: '4', operation: added })
  const cleared = entryOf({
    ...payment,
    id: 3,
    changes: { state: to('cleared', 'waiting'), order_id: to(9) },
    names: { order_id: named('Asha Patil, ₹36,000') },
  })
  const [first, second, ...rest] = joinEntries([inserted, student, cleared])
  expect(first).toMatchObject({
    id: 1,
    operation: added,
    changes: { state: to('cleared'), order_id: to(9), user_id: to(3) },
    names: { order_id: named('Asha Patil, ₹36,000'), user_id: named('Asha Patil') },
    stored: [inserted, cleared],
  })
  expect([second?.stored, rest]).toEqual([[student], []])
})

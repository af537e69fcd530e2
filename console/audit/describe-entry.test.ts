import { expect, test } from 'vitest'
import { describeEntry } from './describe-entry.ts'

const batch = { subject: 'batches', subject_id: '7', name: 'Full Stack, from 2 Feb 2027', operation: 'update' as const }
const to = (after: unknown, before: unknown = null) => ({ before, after })

test.each([
  ['an added record', { ...batch, operation: 'insert' as const, changes: {} }, 'Added batch “Full Stack, from 2 Feb 2027”'],
  ['a removed record without a name', { ...batch, name: null, operation: 'delete' as const, changes: {} }, 'Removed batch 7'],
  [
    'one column',
    { ...batch, changes: { capacity: to(12, 10), version: to(2, 1) } },
    'Changed capacity of batch “Full Stack, from 2 Feb 2027”',
  ],
  [
    'many columns',
    { ...batch, name: null, changes: { a: to(1), b_paise: to(1), c: to(1), d: to(1) } },
    'Changed a, b and 2 more of batch 7',
  ],
  ['a moment that is set', { ...batch, name: null, changes: { cancelled_at: to('2027-01-01') } }, 'Cancelled batch 7'],
  [
    'a moment that is cleared',
    { ...batch, subject: 'users', name: 'Asha Patil', changes: { disabled_at: to(null, '2027-01-01') } },
    'Enabled student “Asha Patil”',
  ],
  [
    'a state',
    { ...batch, subject: 'purchase_requests', name: 'Asha Patil, refund', changes: { status: to('approved', 'open') } },
    'Set to approved: request of a student “Asha Patil, refund”',
  ],
  [
    'an act that waits',
    { ...batch, subject: 'approvals', name: '₹26,000', operation: 'insert' as const, changes: { state: to('waiting') } },
    'Asked for approval “₹26,000”',
  ],
  ['the settings', { ...batch, subject: 'site_settings', changes: { settings: to({}) } }, 'Changed the settings'],
])('%s reads as a sentence', (_name, entry, sentence) => {
  expect(describeEntry(entry)).toBe(sentence)
})

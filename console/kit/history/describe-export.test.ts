import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/platform/staff/audit.ts'
import { endpoints } from '#tests/security/endpoints.ts'
import { changedFields, describeEntry } from './describe-entry.ts'
import { listNames } from './describe-export.ts'

const entryOf = (list: string, given: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-12-01T05:30:00.000Z',
  actor_kind: 'staff',
  actor_id: 3,
  actor_name: 'Asha',
  actor_email: 'asha@school.example',
  subject: 'list_exports',
  subject_id: '7',
  name: list,
  student: null,
  operation: 'insert',
  changes: {},
  names: {},
  ...given,
})
const exported = (list: string, rows: number | null, filter: object = {}, student: string | null = null) =>
  entryOf(list, { student, changes: { list: to(list), rows: to(rows), filter: to(filter), broke_off: to(false) } })
const to = (after: unknown, before: unknown = null) => ({ before, after })

test.each<[AuditEntry, string]>([
  [exported('payments', 128, { from: '2026-11-01', to: '2026-11-30' }), 'Downloaded 128 payments of November 2026'],
  [exported('payments', 1, { from: '2026-11-03', to: '2026-11-03' }), 'Downloaded 1 payment of 3 November 2026'],
  [exported('students', 12_480), 'Downloaded 12,480 students'],
  [exported('refunds', 2, { from: '2026-11-03' }), 'Downloaded 2 refunds since 3 November 2026'],
  [exported('refunds', 2, { to: '2026-11-03' }), 'Downloaded 2 refunds until 3 November 2026'],
  [
    exported('orders', 2, { from: '2026-11-03', to: '2026-12-02' }),
    'Downloaded 2 orders from 3 November 2026 to 2 December 2026',
  ],
  [exported('payments', 3, { student: 7 }, 'Asha Patil'), 'Downloaded 3 payments of Asha Patil'],
  [exported('leads', 3, { q: 'masked', state: 'new' }), 'Downloaded 3 leads, filtered'],
  [
    entryOf('payments', { operation: 'update', changes: { rows: to(3000, 12_480), broke_off: to(true, false) } }),
    'Got 3,000 of 12,480 payments: the download broke off',
  ],
  [
    entryOf('payments', { operation: 'update', changes: { rows: to(12_480), broke_off: to(true, false) } }),
    'Got 12,480 payments: the download broke off',
  ],
  [entryOf('payments', { operation: 'update', changes: { rows: to(3_000_000) } }), 'Got all 30,00,000 payments'],
  [
    entryOf('payments', { operation: 'update', changes: { broke_off: to(true, false) } }),
    'Lost the end of a download, which broke off',
  ],
  [exported('payments', null, { from: '2026-11-01' }), 'Downloaded more than 10,000 payments since 1 November 2026'],
])('describes a download', (entry, sentence) => {
  expect(describeEntry(entry)).toBe(sentence)
})

test('shows each filter of a download as a field', () => {
  const fields = changedFields(
    exported('payments', 3, { q: 'masked', state: 'partly_refunded', from: '2026-11-03', student: 7 }, 'Asha'),
  )
  expect(fields.map(({ label, after }) => [label, after])).toEqual([
    ['List', 'Payments'],
    ['Lines', 3],
    ['Search', 'masked'],
    ['State', 'Partly refunded'],
    ['From day', '3 November 2026'],
    ['Student', 'Asha'],
  ])
})

test('every file of the contract has a name for its lines', () => {
  const lists = endpoints.flatMap(({ answerType, path }) =>
    answerType === 'text/csv' ? (/^\/staff\/([a-z-]+)\/export\/$/.exec(path)?.[1] ?? []) : [],
  )
  expect(lists.length).toBeGreaterThan(30)
  expect(
    lists.filter((list) => !(list in listNames)),
    'name their lines in listNames of describe-export.ts',
  ).toEqual([])
})

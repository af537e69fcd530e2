import { settlements } from '#contract/money/staff/settlements.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { readRecords } from '#server/platform/records/read-records.ts'

export const settlementRecords = readRecords(settlements, {
  name: 'settlements_for_staff',
  from: 'settlements r',
  select: {
    settlement_id: 'r.provider_settlement_id',
    settled_at: isoInstant('r.settled_at'),
    entries: 'r.entry_count',
  },
  search: `concat_ws(' ', r.provider_settlement_id, r.utr)`,
  filters: {
    status: 'text',
    has_problems: { type: 'boolean', sql: (value) => `(r.problems <> '{}') = ${value}` },
    ...dayFiltersOf('r.settled_at'),
  },
  sorts: { settled_at: { type: 'timestamptz', sql: 'r.settled_at' }, id: { type: 'integer', sql: 'r.id' } },
})

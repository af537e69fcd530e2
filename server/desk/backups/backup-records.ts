import { backups } from '#contract/desk/staff/backups.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { readRecords } from '#server/platform/records/read-records.ts'

const state = `case when r.removed_at is not null then 'removed' when r.made_at is null then 'failed' when r.problem is not null then 'damaged'
  when r.verified_at is not null then 'verified' else 'made' end`

export const backupRecords = readRecords(backups, {
  name: 'backups_for_staff',
  from: 'backups r',
  select: {
    state,
    started_at: isoInstant('r.started_at'),
    made_at: isoInstant('r.made_at'),
    verified_at: isoInstant('r.verified_at'),
    removed_at: isoInstant('r.removed_at'),
  },
  search: `concat_ws(' ', r.name, r.place, r.problem)`,
  filters: { state: { type: 'text', sql: (value) => `${state} = ${value}` } },
  sorts: { started_at: { type: 'timestamptz', sql: 'r.started_at' }, id: { type: 'integer', sql: 'r.id' } },
})

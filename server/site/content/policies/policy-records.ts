import { policies } from '#contract/site/staff/policies.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { versionInEffect } from './version-in-effect.ts'

export const policyRecords = staffRecords(policies, {
  name: 'policies_for_staff',
  table: 'policy_versions',
  select: {
    effective_on: `to_char(r.effective_on, 'YYYY-MM-DD')`,
    in_effect: `coalesce(r.id = (${versionInEffect('r.policy_id')}), false)`,
  },
  writes: ['policy_id', 'title', 'content', 'effective_on'],
  fixed: { publication: 'draft' },
  search: 'r.title',
  filters: { policy_id: 'integer', publication: 'text' },
  sorts: { effective_on: { type: 'date', sql: 'r.effective_on' }, id: { type: 'integer', sql: 'r.id' } },
  conflicts: {
    policy_in_effect_stays: {
      code: 'in_effect',
      message: 'This version is in effect. Students agreed to it, so it stays as it is. Make a new version instead.',
    },
    policy_versions_by_day: {
      code: 'day_taken',
      field: 'effective_on',
      message: 'Another published version takes effect on this day.',
    },
  },
})

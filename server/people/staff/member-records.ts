import { staff } from '#contract/people/staff/staff.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { lastOwner } from './last-owner.ts'

const status = `case when r.disabled_at is not null then 'disabled'
  when exists (select 1 from staff_totp t where t.staff_id = r.id)
    or exists (select 1 from staff_passkeys k where k.staff_id = r.id) then 'active'
  else 'invited' end`

export const memberRecords = staffRecords(staff, {
  name: 'staff_for_staff',
  table: 'staff',
  from: 'staff r left join instructors i on i.staff_id = r.id',
  select: {
    role: 'r.roles[1]',
    status,
    instructor_id: 'i.id',
    instructor_name: 'i.name',
    totp: 'exists (select 1 from staff_totp t where t.staff_id = r.id)',
    passkeys: '(select count(*) from staff_passkeys k where k.staff_id = r.id)::int',
    recovery_codes_left: '(select count(*) from staff_recovery_codes c where c.staff_id = r.id and c.used_at is null)::int',
    invitation_expires_at: `(select ${isoInstant('v.expires_at')} from staff_invitations v
      where v.staff_id = r.id and v.used_at is null and v.expires_at > app_now())`,
    last_seen_at: `(select ${isoInstant('max(s.last_seen_at)')} from staff_sessions s where s.staff_id = r.id)`,
    created_at: isoInstant('r.created_at'),
  },
  writes: ['email', 'name', 'roles'],
  search: `r.name || ' ' || r.email`,
  filters: { role: { type: 'text', sql: (value) => `${value} = any (r.roles)` }, status: equals('text', `(${status})`) },
  sorts: {
    name: { type: 'text', sql: 'lower(r.name)' },
    email: { type: 'text', sql: 'r.email' },
    role: { type: 'text', sql: `array_to_string(r.roles, ',')` },
    roles: { type: 'text', sql: `array_to_string(r.roles, ',')` },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    staff_keep_an_owner: lastOwner,
    staff_email_key: { code: 'email_taken', field: 'email', message: 'Another member of staff has this address.' },
  },
})

import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import { memberRecords } from './member-records.ts'
import type { Member } from './staff-session.ts'

/** Which person is changed. An operator names no version. */
export interface MemberTarget {
  id: number
  versions?: number[]
}

export interface LockedMember extends Member {
  version: number
  disabled: boolean
  /** Whether the person has a second factor. */
  has_factor: boolean
}

const lockMemberOfStaff = statement<LockedMember>(
  'lock_member_of_staff',
  `select m.id, m.name, m.email, m.roles, m.version, m.disabled_at is not null as disabled,
     exists (select 1 from staff_totp t where t.staff_id = m.id)
       or exists (select 1 from staff_passkeys k where k.staff_id = m.id) as has_factor
   from staff m where m.id = $1 for update of m`,
)

/** Locks the row of a person. @throws HttpError 404; StaleVersion when the row has none of the versions */
export async function lockMember(tx: Queryable, { id, versions }: MemberTarget): Promise<LockedMember> {
  const member = await row(tx, lockMemberOfStaff, [id])
  if (!member) throw notFound()
  if (versions && !versions.includes(member.version)) throw new StaleVersion(await memberRecords.find(tx, id))
  return member
}

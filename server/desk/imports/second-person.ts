import { type Permission, rolesWith } from '#contract/permissions.ts'
import { assertAloneForLong, secondPersonSql, type TwoPersons } from '#server/money/approvals/second-person.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { LockedImport } from './import-list.ts'

const hasRoleWith = (permission: Permission) =>
  `m.roles && array[${rolesWith(permission)
    .map((role) => `'${role}'`)
    .join(', ')}]`

/** SQL of who may run the import `r` that another person has asked for. */
export const secondPerson = secondPersonSql(
  'r',
  `${hasRoleWith('students:write')} and (r.paid is null or ${hasRoleWith('payments:write')})`,
)

const mayRunAlone = statement<{ alone: boolean; passed: boolean }>(
  'may_run_alone',
  `select ${secondPerson.isAlone} as alone, ${secondPerson.isAloneForLong} as passed from student_imports r where r.id = $1`,
)

/**
 * Returns who asked and who decides, for a list that waits.
 * @throws HttpError 409 for the person who asked, unless nobody else could run it for a day
 */
export async function readSecondPerson(
  tx: Queryable,
  staff: Staff,
  { id, state, asked_by: askedBy, asked_at: askedAt }: LockedImport,
): Promise<TwoPersons | null> {
  if (state !== 'waiting' || askedBy === null) return null
  if (askedBy === staff.id) assertAloneForLong(await one(tx, mayRunAlone, [id]))
  return { askedBy, askedAt, decidedBy: staff.id }
}

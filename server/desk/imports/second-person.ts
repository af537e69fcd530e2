import { rolesWith } from '#contract/permissions.ts'
import { aloneHours } from '#contract/staff-rules.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { TwoPersons } from '#server/money/approvals/perform-or-ask.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import type { LockedImport } from './import-list.ts'

const rolesSql = (permission: Parameters<typeof rolesWith>[0]) =>
  `array[${rolesWith(permission)
    .map((role) => `'${role}'`)
    .join(', ')}]`
/** SQL: whether an active member of staff `m` may run the import `r`. */
const isEntitled = `m.accepted_at is not null and m.disabled_at is null and m.roles && ${rolesSql('students:write')}
  and (r.paid is null or m.roles && ${rolesSql('payments:write')})`
/** SQL: whether an active member of staff `m` may run the import `r` for the person who asked. Who asks never does. */
export const mayRun = `m.id <> r.asked_by and ${isEntitled}`
/** SQL: whether nobody but the person who asked may run the import `r`. */
export const isAlone = `not exists (select 1 from staff m where ${mayRun})`
/** SQL: whether the import `r` waits for this person: as the second one, or as the one who asked and is alone by now. */
export const waitsFor = (staffId: string) => `(r.state = 'waiting' and exists (select 1 from staff m
  where m.id = ${staffId} and ${isEntitled} and (m.id <> r.asked_by or ${isAlone} and r.asked_at <= app_now() - interval '${aloneHours} hours')))`

const mayRunAlone = statement<{ alone: boolean; passed: boolean }>(
  'may_run_alone',
  `select ${isAlone} as alone, r.asked_at <= app_now() - make_interval(hours => $2) as passed from student_imports r where r.id = $1`,
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
  if (state !== 'waiting' || askedBy === null || askedAt === null) return null
  const second = { askedBy, askedAt, decidedBy: staff.id }
  if (askedBy !== staff.id) return second
  const { alone, passed } = await one(tx, mayRunAlone, [id, aloneHours])
  if (!alone) throw conflict('own_request', 'You asked for this. Another person has to run it.')
  if (!passed) throw conflict('too_early', `Nobody else can run it, so this waits for ${aloneHours} hours.`)
  return second
}

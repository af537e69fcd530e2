import type { ParsedOf } from '#contract/endpoint.ts'
import type { disableStudent as endpoint, StudentRecord } from '#contract/desk/staff/students.ts'
import { revokeSessions } from '#server/people/accounts/session.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { insertNote } from './insert-note.ts'
import { requirePerson, studentRecords } from './student-records.ts'

const disablingTime = statement<{ now: Date }>('disabling_time', `select app_now() as now`)

/**
 * Ends all sessions and refuses new ones. Enrolments and payments stay as they are.
 * @throws HttpError 404, 409 when the account is disabled or erased; StaleVersion
 */
export async function disableStudent(
  deps: Deps,
  staff: Staff,
  { reason, ...target }: Target & ParsedOf<typeof endpoint>['body'],
): Promise<StudentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = requirePerson(await studentRecords.find(tx, target.id))
    if (before.state === 'disabled') throw conflict('disabled', 'This account is disabled already.')
    const student = await studentRecords.update(tx, target, { disabled_at: (await one(tx, disablingTime)).now })
    // After the update, whose row lock a sign-in also takes: it has opened its session before, or is refused.
    await revokeSessions(tx, student.id)
    await insertNote(tx, staff, { studentId: student.id, kind: 'disabled', body: reason })
    return student
  })
}

/** @throws HttpError 404, 409 when the account is erased; StaleVersion */
export async function enableStudent(deps: Deps, staff: Staff, target: Target): Promise<StudentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    requirePerson(await studentRecords.find(tx, target.id))
    return studentRecords.update(tx, target, { disabled_at: null })
  })
}

import { undoDays } from '#contract/rules.ts'
import type { StudentRecord, students } from '#contract/staff/students.ts'
import { staffTransaction } from '../audit/staff-transaction.ts'
import type { Staff } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import type { BodyOf, Target } from '../http/resource.ts'
import { makeUndoLink } from '../accounts/make-undo-link.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requirePerson, studentRecords } from './student-records.ts'

/** Changes the name and mails the student, whose address was verified, a link that undoes it. Documents that were issued stay as they are. @throws HttpError 404 or 409; StaleVersion */
export async function changeStudent(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: BodyOf<typeof students, 'change'> },
): Promise<StudentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const { name: before, email } = requirePerson(await studentRecords.find(tx, target.id))
    const after = await studentRecords.update(tx, target, { full_name: body.name })
    if (after.name === before) return after
    // A mistyped address may be another person's: it gets no link.
    const undo =
      after.verified_at === null
        ? {}
        : { undoUrl: await makeUndoLink(deps, tx, { userId: target.id, former: { name: before } }), days: undoDays }
    await queueMail(
      deps,
      tx,
      { template: 'name-changed', to: email, props: { name: before, newName: after.name, ...undo } },
      { secret: true, expiresInMinutes: undoDays * 24 * 60 },
    )
    return after
  })
}

import { createHash } from 'node:crypto'
import { undoDays } from '#contract/rules.ts'
import type { StudentRecord, students } from '#contract/desk/staff/students.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import type { BodyOf, Target } from '#server/platform/http/resource.ts'
import { makeUndoLink } from '#server/people/accounts/make-undo-link.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { takeBackMails } from '#server/messaging/mail/take-back-mails.ts'
import { requirePerson, studentRecords } from './student-records.ts'

/**
 * Changes the name and mails the student, whose address was verified, a link that undoes it. A name that is changed back before
 * the mail leaves tells nobody. Documents that were issued stay as they are.
 * @throws HttpError 404 or 409; StaleVersion
 */
export async function changeStudent(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: BodyOf<typeof students, 'change'> },
): Promise<StudentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const { name: before, email, version } = requirePerson(await studentRecords.find(tx, target.id))
    const after = await studentRecords.update(tx, target, { full_name: body.name })
    if (after.name === before) return after
    if (await takeBackMails(tx, [causeOf(target.id, version, after.name)])) return after
    // A mistyped address may be another person's: it gets no link.
    const undo =
      after.verified_at === null
        ? {}
        : { undoUrl: await makeUndoLink(deps, tx, { userId: target.id, former: { name: before } }), days: undoDays }
    await queueMail(
      deps,
      tx,
      { template: 'name-changed', to: email, props: { name: before, newName: after.name, ...undo } },
      { secret: true, expiresInMinutes: undoDays * 24 * 60, hold: true, cause: causeOf(target.id, after.version, before) },
    )
    return after
  })
}

/** The cause of the mail about the change that made a version of a student. The outbox outlives an account, so it names nobody. */
const causeOf = (id: number, version: number, formerName: string) =>
  `renamed-${id}-${version}-${createHash('sha256').update(formerName).digest('hex').slice(0, 16)}`

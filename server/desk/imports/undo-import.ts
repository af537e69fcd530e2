import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { lockAddresses } from '#server/people/accounts/claim-address.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { lockBatches } from '#server/enrolment/places/seats.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { giveUpMails } from '#server/messaging/mail/delete-mail.ts'
import { findImport, lockImport } from './import-list.ts'

const addressesOfImport = statement<{ email: string }>(
  'addresses_of_import',
  `select distinct u.email from student_import_rows x join users u on u.id = x.user_id where x.import_id = $1`,
)
const batchesOfImport = statement<{ batch_id: number }>(
  'batches_of_import',
  `select distinct batch_id from active_enrolments where import_id = $1`,
)
const lockStudentsOfImport = statement(
  'lock_students_of_import',
  `select 1 from users where id in (select user_id from student_import_rows where import_id = $1) order by id for update`,
)
const paymentsOfImport = statement<{ count: number }>(
  'payments_of_import',
  `select count(*)::int as count from student_import_rows where import_id = $1 and offline_payment_id is not null`,
)
const paidSince = statement(
  'paid_since',
  `select 1 from student_imports r
     join student_import_rows x on x.import_id = r.id
     join payment_orders o on o.user_id = x.user_id
     join payments p on p.order_id = o.id
   where r.id = $1 and p.created_at >= r.ran_at and p.status in ('authorized', 'captured', 'refunded')
   union all
   select 1 from student_import_rows x join offline_payments f on f.user_id = x.user_id
   where x.import_id = $1 and f.state in ('waiting', 'received', 'return_due') limit 1`,
)
const endImportedEnrolments = statement(
  'end_imported_enrolments',
  `update active_enrolments set ended_at = app_now() where import_id = $1`,
)
/**
 * The accounts that nobody has used: nobody has signed in, registered, ordered or has another enrolment, and staff neither wrote to or
 * about it, nor moved it or its money. A test finds a table that refers to an account and is missing here.
 */
export const unusedAccounts = statement<{ id: number }>(
  'unused_accounts',
  `select u.id from student_import_rows x join users u on u.id = x.user_id
   where x.import_id = $1 and x.outcome in ('account_and_enrolment', 'account') and u.verified_at is null and u.disabled_at is null
     and not exists (select 1 from sessions s where s.user_id = u.id)
     and not exists (select 1 from registrations g where g.user_id = u.id)
     and not exists (select 1 from payment_orders o where o.user_id = u.id)
     and not exists (select 1 from student_notes n where n.user_id = u.id)
     and not exists (select 1 from enrolments e where e.user_id = u.id and e.import_id is distinct from x.import_id)
     and not exists (select 1 from enrolments e join cancelled_enrolments c on c.enrolment_id = e.id where e.user_id = u.id)
     and not exists (select 1 from enrolments e join enrolment_moves v on v.enrolment_id = e.id where e.user_id = u.id)
     and not exists (select 1 from message_recipients y where y.user_id = u.id)
     and not exists (select 1 from messages w where w.student_id = u.id)
     and not exists (select 1 from approvals a where a.user_id = u.id)
     and not exists (select 1 from offline_payments f where f.user_id = u.id)
     and not exists (select 1 from past_payments f where f.user_id = u.id)
     and not exists (select 1 from attendance_evidence t where t.user_id = u.id)
     and not exists (select 1 from absence_notices t where t.user_id = u.id)
     and not exists (select 1 from attendance_decisions t where t.user_id = u.id)
     and not exists (select 1 from attendance_import_rows t where t.user_id = u.id)
     and not exists (select 1 from class_reminders c where c.user_id = u.id)
     and not exists (select 1 from mail_preferences f where f.user_id = u.id)
     and not exists (select 1 from certificates k where k.user_id = u.id)
     and not exists (select 1 from submissions w where w.user_id = u.id)
     and not exists (select 1 from questions q where q.user_id = u.id)
     and not exists (select 1 from answers q where q.user_id = u.id)
     and not exists (select 1 from reviews w where w.user_id = u.id)
     and not exists (select 1 from coupons k where k.student_id = u.id)
     and not exists (select 1 from scholarships k where k.student_id = u.id)
     and not exists (select 1 from waitlist_entries w where w.user_id = u.id)
     and not exists (select 1 from checkout_reminders k where k.user_id = u.id)
     and not exists (select 1 from payment_links k where k.student_id = u.id)
     and not exists (select 1 from payment_choices v where v.user_id = u.id)
     and not exists (select 1 from buyers v where v.user_id = u.id)`,
)
const deleteImportedEnrolments = statement(
  'delete_imported_enrolments',
  `delete from enrolments where user_id = any ($1::bigint[]) and import_id = $2`,
)
const deleteAccounts = statement('delete_accounts', `delete from users where id = any ($1::bigint[])`)
const finishUndo = statement<{ id: number }>(
  'finish_undo',
  `update student_imports set state = 'undone', undone_at = app_now(), accounts_left = accounts - $2::int where id = $1 returning id`,
)

/**
 * Takes a run back: ends its enrolments, and removes the accounts that it made and nobody has used. Invitations that wait are not
 * sent any more.
 * @throws HttpError 404, 409 when there is nothing to undo or something was paid; StaleVersion
 */
export async function undoImport(deps: Deps, staff: Staff, { id, versions }: Target): Promise<ImportRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const locked = await lockImport(tx, id)
    if (!versions.includes(locked.version)) throw new StaleVersion(await findImport(tx, id))
    if (locked.state !== 'done')
      throw conflict('not_run', locked.state === 'undone' ? 'This was undone already.' : 'This was not run.')
    if (locked.stored === 0) throw conflict('too_old', 'This run is too old to be undone.')
    const { count } = await one(tx, paymentsOfImport, [id])
    if (count > 0) {
      const recorded = count === 1 ? 'A payment of this run is' : `${count} payments of this run are`
      const message = `${recorded} recorded, and a record of money stays. Please refund each payment or give it back: that ends the place too.`
      throw conflict('paid', message)
    }
    await lockAddresses(
      tx,
      (await rows(tx, addressesOfImport, [id])).map(({ email }) => email),
    )
    await lockBatches(
      tx,
      (await rows(tx, batchesOfImport, [id])).map((one) => one.batch_id),
    )
    await rows(tx, lockStudentsOfImport, [id])
    if (await row(tx, paidSince, [id])) {
      throw conflict('paid', 'A student of this run has paid since. Please end enrolments one by one.')
    }
    await giveUpMails(tx, `import-invitation:${id}:`)
    await rows(tx, endImportedEnrolments, [id])
    const unused = (await rows(tx, unusedAccounts, [id])).map((account) => account.id)
    await rows(tx, deleteImportedEnrolments, [unused, id])
    await rows(tx, deleteAccounts, [unused])
    await one(tx, finishUndo, [id, unused.length])
    return findImport(tx, id)
  })
}

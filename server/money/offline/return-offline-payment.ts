import type { OfflinePaymentRecord } from '#contract/money/staff/offline-payments.ts'
import { rolesWith } from '#contract/permissions.ts'
import type { PaidBack } from '#contract/money/staff/refunds.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { assertPaidBackOn, claimPayBackReference } from '#server/money/refunds/pay-back-references.ts'
import { offlinePaymentRecords } from './offline-payment-records.ts'
import { readReference } from '#server/money/payments/read-reference.ts'
import type { OfflineSale } from './record-offline-payment.ts'
import { lockOfflinePayment } from './settle-offline.ts'

const oweOfflinePayment = statement(
  'owe_offline_payment',
  `update offline_payments set state = 'return_due' where id = $1 and state = 'waiting' returning 1`,
)
const returnOfflinePayment = statement(
  'return_offline_payment',
  `update offline_payments set state = 'returned', return_method = $2, return_reference = $3, returned_on = $4, closed_by = $5 where id = $1`,
)
const dismissPayment = statement(
  'dismiss_payment',
  `update offline_payments set state = 'mistaken', mistake_reason = $2, closed_by = $3 where id = $1`,
)
// Who took money could keep it and call it a mistake, so another person says that the student never paid it.
const mayDismissPayment = statement<{ allowed: boolean }>(
  'may_dismiss_payment',
  `select $2 not in (a.asked_by, f.received_by) or not exists (
     select from staff m where m.id not in (a.asked_by, f.received_by) and m.accepted_at is not null and m.disabled_at is null and m.roles && $3::text[]) as allowed
   from approvals a join offline_payments f on f.id = a.offline_payment_id where a.offline_payment_id = $1`,
)

/** Marks money that was received and not accepted as owed to its student, who gets a mail. */
export async function oweOffline(deps: Pick<Deps, 'jobs'>, tx: Queryable, id: number): Promise<void> {
  if (!(await row(tx, oweOfflinePayment, [id]))) return
  await close(deps, tx, id)
}

/**
 * Records how money that was not accepted was given back. Its student gets a mail.
 * @throws HttpError 404, 400 for a day that can't be, 409 when it is not owed or the reference paid something else back; StaleVersion
 */
export async function giveBackOfflinePayment(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { body, ...target }: Target & { body: PaidBack },
): Promise<OfflinePaymentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const payment = await lockOfflinePayment(tx, target.id)
    await assertOwed(tx, target)
    await assertPaidBackOn(tx, body.paid_on, payment.received_on)
    const reference = await referenceOf(tx, payment, body)
    await rows(tx, returnOfflinePayment, [target.id, body.method, reference, body.paid_on, staff.id])
    return close(deps, tx, target.id)
  })
}

/**
 * Closes a payment that the student never made: it was recorded by mistake, or for the wrong student. The student gets a mail.
 * @throws HttpError 404, 409 when it is not owed, or for those who wrote it down or received it while somebody else can; StaleVersion
 */
export async function dismissOfflinePayment(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { reason, ...target }: Target & { reason: string },
): Promise<OfflinePaymentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    await lockOfflinePayment(tx, target.id)
    await assertOwed(tx, target)
    if (!(await one(tx, mayDismissPayment, [target.id, staff.id, rolesWith('payments:write')])).allowed) {
      throw conflict('own_payment', 'You recorded or received this payment. Another person has to close it as a mistake.')
    }
    await rows(tx, dismissPayment, [target.id, reason, staff.id])
    return close(deps, tx, target.id)
  })
}

/** A cheque that was never banked is no money: the paper itself goes back, and may come again. */
async function referenceOf(tx: Queryable, { id, method }: OfflineSale, body: PaidBack): Promise<string> {
  if (method !== 'cheque') return claimPayBackReference(tx, body, { offlinePaymentId: id })
  if (body.method === 'cheque') return readReference(body.reference)
  const message = 'The cheque was not banked, so the cheque itself goes back.'
  throw invalid(message, { method: [message] })
}

async function assertOwed(tx: Queryable, { id, versions }: Target): Promise<void> {
  const current = await offlinePaymentRecords.find(tx, id)
  if (!versions.includes(current.version)) throw new StaleVersion(current)
  if (current.state !== 'return_due') throw conflict('not_owed', 'This payment is not one that is to be given back.')
}

async function close(deps: Pick<Deps, 'jobs'>, tx: Queryable, id: number): Promise<OfflinePaymentRecord> {
  const payment = await offlinePaymentRecords.find(tx, id)
  await notifyStudent(deps, tx, payment)
  return payment
}

async function notifyStudent(deps: Pick<Deps, 'jobs'>, tx: Queryable, payment: OfflinePaymentRecord): Promise<void> {
  await queueMail(deps, tx, {
    template: 'payment-not-accepted',
    to: payment.student_email,
    props: {
      name: payment.student,
      state: payment.state as 'return_due',
      courseTitle: payment.course,
      amountPaise: payment.amount_paise,
      paid: { method: payment.method, reference: payment.reference },
      paidBack:
        payment.return_method === null || payment.return_reference === null
          ? null
          : { method: payment.return_method, reference: payment.return_reference },
    },
  })
}

import type { EnrolmentRecord } from '#contract/enrolment/staff/enrolments.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { actorOf, type Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { findMoveBefore } from '#server/enrolment/places/enrol.ts'
import { findEnrolment } from '#server/enrolment/by-hand/enrolment-list.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { takeBackMails } from '#server/messaging/mail/take-back-mails.ts'
import { closeRequest } from './decide-request.ts'
import { findRequest } from './find-request.ts'
import { notifyStudent } from './notify-request.ts'
import { transferEnrolment } from './transfer-enrolment.ts'

interface OpenRequest {
  id: number
  kind: 'refund' | 'transfer'
  to_batch_id: number | null
}

const openRequestOf = statement<OpenRequest>(
  'open_request_of',
  `select id, kind, to_batch_id from purchase_requests where enrolment_id = $1 and status = 'open'`,
)
const orderOfEnrolment = statement<{ id: number }>(
  'order_of_enrolment',
  `select p.order_id as id from enrolments e join payments p on p.id = e.payment_id where e.id = $1`,
)

/**
 * Moves a student to another batch of the course, in the name of staff, and mails the student. An open request for this very
 * move is approved along; any other open request has to be decided first.
 * @throws HttpError 404; 409 when the batch can't take the student or another request is open; StaleVersion
 */
export async function transferStudent(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { id, versions, body }: Target & { body: { to_batch: number; reason: string } },
): Promise<EnrolmentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await findEnrolment(tx, id)
    if (before.ended_at !== null) throw conflict('enrolment_ended', 'This enrolment has ended.')
    if (!versions.includes(before.version)) throw new StaleVersion(before)
    if (before.batch_id === body.to_batch) throw conflict('same_batch', 'The student is in this batch already.')
    const order = await row(tx, orderOfEnrolment, [id])
    const move = await transferEnrolment(tx, {
      enrolmentId: id,
      fromBatchId: before.batch_id,
      toBatchId: body.to_batch,
      payment: order && before.payment_id !== null ? { id: before.payment_id, orderId: order.id } : null,
      userId: before.student_id,
      reason: body.reason,
      mayHaveStarted: true,
    })
    const after = await findEnrolment(tx, id)
    if (!(await approveAlong(deps, tx, staff, after))) await notifyMoved(deps, tx, { move, before, after, reason: body.reason })
    return findEnrolment(tx, id)
  })
}

/** Approves the open request for the batch that the student is in now. @throws HttpError 409 for any other open request */
async function approveAlong(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  staff: Staff,
  { id, batch_id }: EnrolmentRecord,
): Promise<boolean> {
  const open = await row(tx, openRequestOf, [id])
  if (!open) return false
  if (open.kind === 'refund') {
    throw conflict('request_open', 'The student asks for a refund of this enrolment. Please decide that request first.')
  }
  if (open.to_batch_id !== batch_id) {
    throw conflict('request_open', 'The student asks to move to another batch. Please decide that request first.')
  }
  const request = await findRequest(tx, open.id)
  if (!request || !(await row(tx, closeRequest, [open.id, 'approved', ...actorOf(staff), null, null]))) {
    throw conflict('request_decided', 'The request of the student has been decided.')
  }
  await notifyStudent(deps, tx, request, { state: 'approved' })
  return true
}

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const nameOf = ({ batch_type, starts_at }: EnrolmentRecord) => `${batch_type}, from ${day.format(new Date(starts_at))}`

const causeOf = (move: number) => `enrolment-moved-${move}`

async function notifyMoved(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  { move, before, after, reason }: { move: number; before: EnrolmentRecord; after: EnrolmentRecord; reason: string },
): Promise<void> {
  const earlier = await findMoveBefore(tx, { enrolmentId: after.id, move })
  // The student has not read of the move that is taken back.
  if (earlier?.fromBatchId === after.batch_id && (await takeBackMails(tx, [causeOf(earlier.id)]))) return
  const props = { name: after.name, courseTitle: after.course, batch: nameOf(before), toBatch: nameOf(after), reason }
  await queueMail(
    deps,
    tx,
    { template: 'enrolment-moved', to: after.email, props: { ...props, isPaid: after.payment_id !== null } },
    { cause: causeOf(move), hold: true },
  )
}

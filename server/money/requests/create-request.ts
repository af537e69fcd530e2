import type { z } from 'zod'
import type { PurchaseRequest, requestBody } from '#contract/money/payments.ts'
import { requestsPerDay } from '#contract/rules.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { hasActiveEnrolment } from '#server/enrolment/places/enrol.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict, notFound, tooMany } from '#server/platform/errors/errors.ts'
import { hasTakenPlace } from './has-taken-place.ts'
import { findRequest } from './find-request.ts'
import { assertTransferable } from './assert-transferable.ts'
import { presentRequest } from './present-request.ts'
import { notifySchool, notifyStudent } from './notify-request.ts'

type RequestBody = z.output<typeof requestBody>

interface EnrolmentInCourse {
  batch_id: number
  course_id: number
  refundable_paise: number
  has_ended: boolean
}

const paidEnrolment = statement<EnrolmentInCourse>(
  'paid_enrolment',
  `select e.batch_id, b.course_id, place_refundable(e.payment_id) as refundable_paise, ${hasTakenPlace} as has_ended
   from active_enrolments e join batches b on b.id = e.batch_id
   where e.id = $1 and e.user_id = $2 and e.payment_id is not null`,
)
const requestsOfADay = statement<{ count: number; left: number }>(
  'requests_of_a_day',
  `select count(*)::int as count, coalesce(extract(epoch from min(created_at) + interval '1 day' - app_now()), 0)::float8 as left
   from purchase_requests where enrolment_id = $1 and created_at > app_now() - interval '1 day'`,
)
// A unique index allows one open request per enrolment; a second insert returns no row.
const insertRequest = statement<{ id: number }>(
  'insert_request',
  `insert into purchase_requests (user_id, enrolment_id, kind, from_batch_id, to_batch_id, reason, status, created_at)
   values ($1, $2, $3, $4, $5, $6, 'open', app_now())
   on conflict do nothing returning id`,
)

/**
 * Stores a student's request about a paid enrolment and mails the school and the student.
 * @throws HttpError 404 for another student's enrolment or another course's batch; 409 when the batch has ended, a
 *   request is open, nothing is refundable or the batch can't be chosen; 429 beyond `requestsPerDay`
 */
export async function createRequest(deps: Deps, student: Student, { body }: { body: RequestBody }): Promise<PurchaseRequest> {
  return transaction(deps.db, async (tx) => {
    const enrolment = await row(tx, paidEnrolment, [body.enrolment_id, student.id])
    if (!enrolment) throw notFound('You have no such enrolment.')
    if (enrolment.has_ended) {
      throw conflict('batch_ended', 'This batch has ended. Please write to us about anything that is still open.')
    }
    if (body.kind === 'refund' && enrolment.refundable_paise < 100) {
      throw conflict('nothing_to_refund', 'Nothing of this payment is left to refund.')
    }
    const toBatchId = body.kind === 'transfer' ? body.to_batch_id : null
    if (toBatchId !== null) await assertTarget(tx, student, enrolment, toBatchId)
    const { count, left } = await one(tx, requestsOfADay, [body.enrolment_id])
    if (count >= requestsPerDay) throw tooMany('That was a lot of requests for one day. Please write to us instead.', left)
    const created = await row(tx, insertRequest, [
      student.id,
      body.enrolment_id,
      body.kind,
      enrolment.batch_id,
      toBatchId,
      body.reason,
    ])
    if (!created)
      throw conflict('request_open', 'A request for this course is open already. Withdraw it to ask for something else.')
    const request = await findRequest(tx, created.id)
    if (!request) throw new Error(`request ${created.id} is missing`)
    await notifySchool(deps, tx, request)
    await notifyStudent(deps, tx, request, { state: 'open' })
    return presentRequest(request)
  })
}

async function assertTarget(tx: Queryable, student: Student, enrolment: EnrolmentInCourse, toBatchId: number): Promise<void> {
  const target = await lockBatch(tx, toBatchId)
  if (!target || target.course_id !== enrolment.course_id) throw notFound('Batch not found.')
  if (await hasActiveEnrolment(tx, student.id, toBatchId)) {
    throw conflict('already_enrolled', 'You have a place in that batch already.')
  }
  await assertTransferable(tx, target, student.id)
}

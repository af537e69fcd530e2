import type { ParsedOf } from '#contract/endpoint.ts'
import type { Cancellation, cancelBatch as endpoint } from '#contract/money/staff/cancellations.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { actorOf, type Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { readCancellation } from './read-cancellation.ts'
import { cancelBatchJob } from './jobs.ts'

const setBatchCancelled = statement<{ id: number }>(
  'set_batch_cancelled',
  `update batches set cancelled_at = app_now() where id = $1 and version = any ($2::integer[]) and cancelled_at is null returning id`,
)
const insertCancellation = statement(
  'insert_cancellation',
  `insert into batch_cancellations (batch_id, reason, move_to_batch_id, actor_kind, actor_id, created_at)
   values ($1, $2, $3, $4, $5, app_now())`,
)
// The batch is locked and cancelled, so nobody enrols any more.
const insertCancelledEnrolments = statement(
  'insert_cancelled_enrolments',
  `insert into cancelled_enrolments (enrolment_id, batch_id, action)
   select id, batch_id, case when $2::integer is null or id = any ($3::bigint[]) then 'refund' else 'move' end
   from active_enrolments where batch_id = $1`,
)

/**
 * Cancels a batch: it can't be bought any more, and a job moves or refunds each student.
 * @throws HttpError 404; 409 when it is cancelled, has another version, or the other batch does not take students
 */
export async function cancelBatch(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { id, versions, body }: { id: number; versions: number[]; body: ParsedOf<typeof endpoint>['body'] },
): Promise<Cancellation> {
  return staffTransaction(deps, staff, async (tx) => {
    // Locked in the order of their ids, as transfers do.
    const ids = [id, ...(body.move_to === null ? [] : [body.move_to])].toSorted((a, b) => a - b)
    const locked = new Map<number, Awaited<ReturnType<typeof lockBatch>>>()
    for (const one of ids) locked.set(one, await lockBatch(tx, one))
    const batch = locked.get(id)
    if (!batch) throw notFound()
    if (batch.cancelled) throw conflict('batch_cancelled', 'This batch is cancelled already.')
    if (body.move_to !== null) {
      const target = locked.get(body.move_to)
      const wrong = (message: string) => invalid(message, { move_to: [message] })
      if (!target || target.course_id !== batch.course_id || target.id === id) throw wrong('Choose another batch of this course.')
      if (!target.published || target.cancelled || target.started) throw wrong('That batch does not take students any more.')
    }
    if (!(await row(tx, setBatchCancelled, [id, versions]))) {
      throw conflict('stale', 'Somebody else has changed this batch. Please look at it again.')
    }
    await rows(tx, insertCancellation, [id, body.reason, body.move_to, ...actorOf(staff)])
    await rows(tx, insertCancelledEnrolments, [id, body.move_to, body.refund])
    await deps.jobs.send(tx, cancelBatchJob, { id })
    return readCancellation({ db: tx }, staff, { id })
  })
}

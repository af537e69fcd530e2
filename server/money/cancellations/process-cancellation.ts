import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { operator, type Staff, type System } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { endEnrolment } from '#server/enrolment/places/enrol.ts'
import { conflict, HttpError } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { readApprovalLimit } from '#server/platform/settings/site-settings.ts'
import { refundableOfPlace } from '#server/money/payments/balances.ts'
import { type Decider, queueRefund } from '#server/money/refunds/queue-refund.ts'
import { transferEnrolment } from '#server/money/requests/transfer-enrolment.ts'
import { type CancelledPlace, notifyCancelled } from './notify-cancelled.ts'

const nextCancelledEnrolment = statement<CancelledPlace>(
  'next_cancelled_enrolment',
  `select c.enrolment_id, c.batch_id, c.action, b.move_to_batch_id, b.reason, b.actor_kind, b.actor_id,
     e.user_id, e.payment_id, p.order_id, coalesce(o.provider = 'offline', false) as is_offline, e.ended_at is not null or e.batch_id <> c.batch_id as has_ended,
     u.email, u.full_name, k.title as course_title, f.batch_type as from_type, f.starts_at as from_starts_at,
     t.batch_type as to_type, t.starts_at as to_starts_at
   from cancelled_enrolments c
   join batch_cancellations b on b.batch_id = c.batch_id
   join enrolments e on e.id = c.enrolment_id
   join users u on u.id = e.user_id
   join batches f on f.id = c.batch_id
   join courses k on k.id = f.course_id
   left join batches t on t.id = b.move_to_batch_id
   left join payments p on p.id = e.payment_id
   left join payment_orders o on o.id = p.order_id
   where c.batch_id = $1 and c.outcome = 'waiting'
   order by c.enrolment_id limit 1 for update of c skip locked`,
)
const storeOutcome = statement(
  'store_outcome',
  `update cancelled_enrolments set outcome = $2, refund_id = $3, detail = $4, decided_at = app_now()
   where enrolment_id = $1 and outcome = 'waiting'`,
)

type Outcome = { outcome: 'moved' | 'refunded' | 'ended'; refundId: number | null; amountPaise: number | null }

/**
 * Moves or refunds the students of a cancelled batch, each in a transaction of its own. A second run goes on with those that
 * wait. A student who can't be moved or refunded waits for a decision of staff.
 */
export async function processCancellation(
  deps: Pick<Deps, 'db' | 'jobs' | 'random' | 'log'>,
  _system: System,
  { id }: { id: number },
): Promise<void> {
  for (;;) {
    const place = await processNext(deps, id)
    if (place === 'none') return
  }
}

async function processNext(deps: Pick<Deps, 'db' | 'jobs' | 'random' | 'log'>, batchId: number): Promise<'done' | 'none'> {
  let current: CancelledPlace | undefined
  try {
    return await transactionAs(deps, await deciderOf(deps, batchId), async (tx) => {
      current = await row(tx, nextCancelledEnrolment, [batchId])
      if (!current) return 'none'
      const { outcome, refundId, amountPaise } = await decide(deps, tx, current)
      await rows(tx, storeOutcome, [current.enrolment_id, outcome, refundId, ''])
      await notifyCancelled(deps, tx, current, { outcome, amountPaise })
      return 'done'
    })
  } catch (error) {
    // Only a refusal is final. After any other failure the job runs again.
    if (!current || !(error instanceof HttpError) || error.status >= 500) throw error
    const { enrolment_id } = current
    deps.log.warn({ enrolmentId: enrolment_id, code: error.body.code }, 'a student of a cancelled batch needs a decision')
    await transactionAs(deps, await deciderOf(deps, batchId), (tx) =>
      rows(tx, storeOutcome, [enrolment_id, 'failed', null, error.message]),
    )
    return 'done'
  }
}

async function decide(deps: Pick<Deps, 'db' | 'jobs' | 'random'>, tx: Queryable, place: CancelledPlace): Promise<Outcome> {
  const nothing = { refundId: null, amountPaise: null }
  if (place.has_ended) return { outcome: 'ended', ...nothing }
  const { enrolment_id: enrolmentId, payment_id: paymentId, order_id: orderId, move_to_batch_id: toBatchId } = place
  if (place.action === 'move' && toBatchId !== null) {
    const { batch_id: fromBatchId, user_id: userId } = place
    const payment = paymentId !== null && orderId !== null ? { id: paymentId, orderId } : null
    await transferEnrolment(tx, { enrolmentId, fromBatchId, toBatchId, payment, userId })
    return { outcome: 'moved', ...nothing }
  }
  if (paymentId === null) {
    await endEnrolment(tx, enrolmentId)
    return { outcome: 'ended', ...nothing }
  }
  await assertOnePersonMay(tx, place, paymentId)
  const request = { paymentId, amountPaise: null, reason: `batch cancelled: ${place.reason}`.slice(0, 500), keepsAccess: false }
  const { refundId, amountPaise } = await queueRefund(deps, tx, deciderOfPlace(place), request)
  return { outcome: 'refunded', refundId, amountPaise }
}

/**
 * One person cancels a batch, and the refund of a student above the limit needs two: it is decided from the payment.
 * @throws HttpError 409
 */
async function assertOnePersonMay(tx: Queryable, { actor_kind }: CancelledPlace, paymentId: number): Promise<void> {
  const limit = actor_kind === 'staff' ? await readApprovalLimit({ db: tx }) : null
  if (limit === null || (await refundableOfPlace(tx, paymentId)) <= limit) return
  const amount = rupeesOf(limit).replace(/\.00$/, '')
  throw conflict(
    'needs_approval',
    `The refund is above ${amount}, so a second person confirms it. Please refund the payment itself.`,
  )
}

const actorOfCancellation = statement<Pick<CancelledPlace, 'actor_kind' | 'actor_id'>>(
  'actor_of_cancellation',
  `select actor_kind, actor_id from batch_cancellations where batch_id = $1`,
)

/** The person who cancelled the batch, in whose name its students are moved and refunded. */
async function deciderOf(deps: Pick<Deps, 'db'>, batchId: number): Promise<Decider> {
  const found = await row(deps.db, actorOfCancellation, [batchId])
  if (!found) throw new Error(`batch ${batchId} is not cancelled`)
  return deciderOfPlace(found)
}

function deciderOfPlace({ actor_kind, actor_id }: Pick<CancelledPlace, 'actor_kind' | 'actor_id'>): Decider {
  // The roles were checked when the batch was cancelled.
  return actor_kind === 'staff' && actor_id !== null
    ? ({ kind: 'staff', id: actor_id, roles: ['owner'] } satisfies Staff)
    : operator
}

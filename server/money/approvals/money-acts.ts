import { hash, randomUUID } from 'node:crypto'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { enrolByHand } from '#contract/money/staff/hand-enrolments.ts'
import type { takeOfflinePayment as takeEndpoint } from '#contract/money/staff/offline-payments.ts'
import type { ScholarshipRecord, scholarships } from '#contract/money/staff/scholarships.ts'
import type { refundPayment as refundEndpoint } from '#contract/money/staff/refunds.ts'
import { registerWalkIn } from '#server/people/accounts/register-walk-in.ts'
import { assertAccount } from '#server/people/accounts/assert-account.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { invalid, notFound } from '#server/platform/errors/errors.ts'
import { recordOfflinePayment } from '#server/money/offline/record-offline-payment.ts'
import { checkOfflinePayment } from '#server/money/offline/settle-offline.ts'
import { readWaivable } from '#server/money/instalments/instalment-records.ts'
import { storeScholarship } from '#server/money/scholarships/grant-scholarship.ts'
import { scholarshipRecords } from '#server/money/scholarships/scholarship-records.ts'
import { performOrAsk, performOrAskWithin } from './perform-or-ask.ts'
import type { TwoPersons } from './second-person.ts'
import { type Act, type ActDeps, nothing } from './perform.ts'

const paymentToRefund = statement<{ user_id: number; batch_id: number; refundable_paise: number }>(
  'payment_to_refund',
  `select o.user_id, o.batch_id, place_refundable(p.id) as refundable_paise
   from payments p join payment_orders o on o.id = p.order_id where p.id = $1`,
)
const listPriceOfBatch = statement<{ price_paise: number }>(
  'list_price_of_batch',
  `select c.price_paise from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

const priceOfBatchNow = statement<{ amount_paise: number }>(
  'price_of_batch_now',
  `select c.amount_paise from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

export const none = {
  payment_id: null,
  offline_payment_id: null,
  scholarship_id: null,
  instalment_id: null,
  payment_link_id: null,
  payload: {},
  paid_back: null,
} as const

/** Refunds a payment, or asks for it. @throws HttpError 400, 404 or 409 */
export async function refundPayment(
  deps: ActDeps,
  staff: Staff,
  { id, body }: { id: number; body: ParsedOf<typeof refundEndpoint>['body'] },
): Promise<ApprovalRecord> {
  const find = async (tx: Queryable) => {
    const payment = await row(tx, paymentToRefund, [id])
    if (!payment) throw notFound('There is no such payment.')
    return payment
  }
  return performOrAsk(
    deps,
    staff,
    { kind: 'refund', call: { id, body } },
    async (tx) => (await find(tx)).user_id,
    async (tx) => {
      const payment = await find(tx)
      // Without an amount it is all that is left, also for the second person.
      const amount = body.amount_paise ?? payment.refundable_paise
      return {
        ...none,
        batch_id: payment.batch_id,
        payment_id: id,
        amount_paise: amount,
        counted_paise: amount,
        reason: body.reason,
        payload: { keeps_access: body.keeps_access, request_id: body.request_id },
        paid_back: body.paid_back,
      }
    },
  )
}

/** Records money that the school received, or asks for it. @throws HttpError 400, 404 or 409 */
export async function takeOfflinePayment(
  deps: ActDeps,
  staff: Staff,
  { body }: { body: ParsedOf<typeof takeEndpoint>['body'] },
): Promise<ApprovalRecord> {
  return performOrAsk(deps, staff, { kind: 'offline_payment', call: { body } }, studentOf(body), async (tx, userId) => {
    const { id, listPaise } = await recordOfflinePayment(tx, { ...body, userId })
    return {
      ...none,
      batch_id: body.batch_id,
      amount_paise: body.amount_paise,
      // Else a discount down to a rupee would give a place away for less than an enrolment by hand.
      counted_paise: body.discount ? listPaise : body.amount_paise,
      offline_payment_id: id,
      reason: null,
    }
  })
}

type PaymentOfMany = Omit<
  ParsedOf<typeof takeEndpoint>['body'],
  'key' | 'student_id' | 'new_student' | 'discount' | 'amount_paise'
> & {
  userId: number
  /** The price of the batch without it. */
  amount_paise: number | null
  /** Why less than the price is a discount; null when it is refused. */
  discountReason: string | null
}

/**
 * Records one of many payments, or asks for it, within the caller's transaction. It holds the lock of the student and runs once.
 * @param many.isTrial the caller takes it back: it is checked like every other, and makes neither a sale nor a receipt or a mail
 * @param many.second who asked for all of them and who decided
 * @throws HttpError 400, 404 or 409
 */
export async function takePaymentOfMany(
  deps: ActDeps,
  tx: Queryable,
  staff: Staff,
  { userId, discountReason, ...given }: PaymentOfMany,
  { isTrial, second }: { isTrial: boolean; second: TwoPersons | null },
): Promise<{ waits: boolean; offlinePaymentId: number; amountPaise: number }> {
  const price = (await row(tx, priceOfBatchNow, [given.batch_id]))?.amount_paise
  if (price === undefined) throw notFound('There is no such batch.')
  const amount = given.amount_paise ?? price
  const discount = discountReason !== null && amount < price ? { paise: price - amount, reason: discountReason } : null
  const key = randomUUID()
  const call = { kind: 'offline_payment', key, callHash: hash('sha256', JSON.stringify([key, userId, given]), 'buffer') } as const
  const prepare = async () => {
    const { id, listPaise } = await recordOfflinePayment(tx, { ...given, amount_paise: amount, discount, userId })
    const counted = discount ? listPaise : amount
    return {
      ...none,
      batch_id: given.batch_id,
      amount_paise: amount,
      counted_paise: counted,
      offline_payment_id: id,
      reason: null,
    }
  }
  const check = async (_tx: Queryable, act: Act) => {
    await checkOfflinePayment(tx, act.offline_payment_id ?? 0)
    return nothing
  }
  const { waits, act } = await performOrAskWithin(deps, tx, staff, call, userId, prepare, {
    check: isTrial ? check : undefined,
    second,
  })
  return { waits, offlinePaymentId: act.offline_payment_id ?? 0, amountPaise: amount }
}

/** Enrols a student without a payment, or asks for it. @throws HttpError 400, 404 or 409 */
export async function enrolWithoutPayment(
  deps: ActDeps,
  staff: Staff,
  { body }: { body: ParsedOf<typeof enrolByHand>['body'] },
): Promise<ApprovalRecord> {
  return performOrAsk(deps, staff, { kind: 'hand_enrolment', call: { body } }, studentOf(body), async (tx) => {
    const batch = await row(tx, listPriceOfBatch, [body.batch_id])
    if (!batch) throw notFound('There is no such batch.')
    return {
      ...none,
      batch_id: body.batch_id,
      amount_paise: batch.price_paise,
      counted_paise: batch.price_paise,
      reason: body.reason,
    }
  })
}

/** Grants a student a price for a batch, or asks for it. @throws HttpError 400, 404 or 409 */
export async function grantScholarship(
  deps: ActDeps,
  staff: Staff,
  { body }: { body: ParsedOf<(typeof scholarships)['endpoints']['create']>['body'] },
): Promise<ScholarshipRecord> {
  // A second grant for the same place is refused, so a repeated call needs no key of the browser.
  const call = { body: { ...body, key: randomUUID() } }
  const studentOfGrant = async (tx: Queryable) => {
    await assertAccount(tx, body.student_id)
    return body.student_id
  }
  const { scholarship_id: id } = await performOrAsk(deps, staff, { kind: 'scholarship', call }, studentOfGrant, async (tx) => {
    const { id: scholarshipId, givenPaise } = await storeScholarship(tx, body)
    return {
      ...none,
      batch_id: body.batch_id,
      scholarship_id: scholarshipId,
      amount_paise: givenPaise,
      counted_paise: givenPaise,
      reason: body.reason,
    }
  })
  return scholarshipRecords.find(deps.db, id ?? 0)
}

/** Forgives a part of a price, or asks for it. @throws HttpError 404 or 409 */
export async function forgiveInstalment(
  deps: ActDeps,
  staff: Staff,
  { id, body }: { id: number; body: { key: string; reason: string } },
): Promise<ApprovalRecord> {
  const find = async (tx: Queryable) => {
    const found = await readWaivable(tx, id)
    if (!found) throw notFound('There is no such part.')
    return found
  }
  return performOrAsk(
    deps,
    staff,
    { kind: 'waiver', call: { id, body } },
    async (tx) => (await find(tx)).user_id,
    async (tx) => {
      const { batch_id, amount_paise } = await find(tx)
      return { ...none, batch_id, instalment_id: id, amount_paise, counted_paise: amount_paise, reason: body.reason }
    },
  )
}

/** Finds the student of an act, or creates the account of somebody at the desk. */
function studentOf(given: Pick<ParsedOf<typeof enrolByHand>['body'], 'student_id' | 'new_student'>) {
  return async (tx: Queryable): Promise<number> => {
    if (given.new_student) return registerWalkIn(tx, given.new_student)
    if (given.student_id === null) throw invalid('Please choose a student.', { student_id: ['Please choose a student.'] })
    await assertAccount(tx, given.student_id)
    return given.student_id
  }
}

import type { ParsedOf } from '#contract/endpoint.ts'
import type { PaymentChoice, quotePrice as quoteEndpoint, savePaymentChoice as endpoint } from '#contract/money/choice.ts'
import { couponCodePattern, unusableCoupon, writtenCode } from '#contract/money/coupon-code.ts'
import { isErased } from '#server/people/accounts/is-erased.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError, invalid, unauthenticated } from '#server/platform/errors/errors.ts'
import { limitAccount, limitNetwork } from '#server/platform/http/limits.ts'
import { describeChoice, type Offered, priceWithCode, readOffer } from './read-choice.ts'

/** Codes that an account, and a network, may try. A college shares one network. */
const triesOfAccount = { name: 'coupon', calls: 30, minutes: 60 }
const triesOfNetwork = { name: 'coupon', calls: 600, minutes: 60 }
const triesOfVisitors = { name: 'quoted-coupon', calls: 300, minutes: 60 }

const upsertChoice = statement(
  'upsert_choice',
  `insert into payment_choices (user_id, batch_id, coupon_id, plan_id, chosen_at) values ($1, $2, $3, $4, app_now())
   on conflict (user_id, batch_id) do update set coupon_id = excluded.coupon_id, plan_id = excluded.plan_id, chosen_at = excluded.chosen_at`,
)
const deleteChoice = statement('delete_choice', `delete from payment_choices where user_id = $1 and batch_id = $2`)

/**
 * Saves how a student wants to pay for a batch. The next start follows it; an order that is open keeps its price until then.
 * @throws HttpError 400 a code that can't be used, or a plan that the course does not have; 401 the account is erased; 404 unknown batch;
 * 429 after too many codes
 */
export async function savePaymentChoice(
  deps: Deps,
  student: Student,
  { body, ip }: Pick<ParsedOf<typeof endpoint>, 'body'> & { ip: string },
): Promise<PaymentChoice> {
  const { batch_id: batchId, coupon: code, plan } = body
  if (code !== null) {
    await limitNetwork(deps, ip, triesOfNetwork)
    await limitAccount(deps, student, triesOfAccount)
  }
  return transaction(deps.db, async (tx) => {
    if (await isErased(tx, student.id)) throw unauthenticated()
    const offered = await readOffer(tx, student.id, batchId)
    const planId = plan === 'full' ? null : plan
    const priced = code === null ? undefined : await priceOrRefuse(tx, offered, { code, planId, userId: student.id, batchId })
    const choice = priced?.choice ?? describeChoice(offered, batchId, { coupon: null, planId })
    if (choice.plan !== plan) {
      const message = 'This course can’t be paid in these parts. Please choose again.'
      throw invalid(message, { plan: [message] })
    }
    if (planId === null && !priced) await rows(tx, deleteChoice, [student.id, batchId])
    else await rows(tx, upsertChoice, [student.id, batchId, priced?.coupon.id ?? null, planId])
    return choice
  })
}

/**
 * What a visitor would pay for a batch, with a code or without. Nothing is saved.
 * @throws HttpError 400 a code that can't be used; 404 unknown batch; 429 after too many codes of the network
 */
export async function quotePrice(
  deps: Deps,
  _visitor: Visitor,
  { body, ip }: Pick<ParsedOf<typeof quoteEndpoint>, 'body'> & { ip: string },
): Promise<PaymentChoice> {
  const { batch_id: batchId, coupon: code } = body
  if (code !== null) await limitNetwork(deps, ip, triesOfVisitors)
  const offered = await readOffer(deps.db, nobody, batchId)
  if (code === null) return describeChoice(offered, batchId, { coupon: null, planId: null })
  return (await priceOrRefuse(deps.db, offered, { code, planId: null, userId: nobody, batchId })).choice
}

/** The account of a visitor: no student has it. */
const nobody = 0

/** @throws HttpError 400 when the code can't be used for the offer */
async function priceOrRefuse(db: Queryable, offered: Offered, asked: Parameters<typeof priceWithCode>[2]) {
  const code = writtenCode(asked.code)
  const priced = couponCodePattern.test(code) ? await priceWithCode(db, offered, { ...asked, code }) : undefined
  if (!priced) throw unusable()
  return priced
}

const unusable = () => {
  const fields = { coupon: [unusableCoupon] }
  return new HttpError(400, 'invalid', unusableCoupon, { fields, facts: { error_message: fields } })
}

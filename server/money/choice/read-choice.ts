import type { PaymentChoice } from '#contract/money/choice.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { findCoupon, type UsableCoupon } from '#server/money/coupons/find-coupon.ts'
import { type CouponTerms, priceOfSale, type Sale } from '#server/money/price/price-of-sale.ts'

/** Days for which a choice is remembered. */
export const choiceDays = 7

export interface Offered {
  price_paise: number
  amount_paise: number
  granted: Sale['granted']
  discounts: { value: string }[]
  today: string
  coupon_code: string | null
}

const offerToStudent = statement<Offered>(
  'offer_to_student',
  `select k.price_paise, k.amount_paise, (select to_jsonb(g) from granted_price($1, b.id) g where g.paise is not null) as granted, k.discounts, to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today,
     c.code as coupon_code
   from batches b join courses k on k.id = b.course_id
     left join payment_choices x on x.user_id = $1 and x.batch_id = b.id and x.chosen_at > app_now() - make_interval(days => $3)
     left join coupons c on c.id = x.coupon_id
   where b.id = $2 and b.published and k.published`,
)

/** Reads what a student is offered for a batch. @throws HttpError 404 */
export async function readOffer(db: Queryable, userId: number, batchId: number): Promise<Offered> {
  const offered = await row(db, offerToStudent, [userId, batchId, choiceDays])
  if (!offered) throw notFound('Batch not found.')
  return offered
}

/** What is paid for an offer, line by line. `coupon` is null when it is not used. */
export function describeChoice(offered: Offered, batchId: number, coupon: CouponTerms | null): PaymentChoice {
  const { lines, totalPaise, couponPaise } = priceOfSale({
    listPaise: offered.price_paise,
    offerPaise: offered.amount_paise,
    granted: offered.granted,
    discountText: offered.discounts[0]?.value ?? null,
    coupon,
  })
  return {
    batch_id: batchId,
    plan: 'full',
    coupon: couponPaise > 0 && coupon ? coupon.code : null,
    lines,
    total_paise: totalPaise,
    today_paise: totalPaise,
    parts: [{ number: 1, paise: totalPaise, due_on: offered.today }],
  }
}

/** What is paid for an offer with a code; undefined when the code can't be used for it, or makes nothing cheaper. */
export async function priceWithCode(
  db: Queryable,
  offered: Offered,
  asked: { code: string; userId: number; batchId: number },
): Promise<{ coupon: UsableCoupon; choice: PaymentChoice } | undefined> {
  const coupon = await findCoupon(db, asked)
  if (!coupon) return undefined
  const choice = describeChoice(offered, asked.batchId, coupon)
  const taken = -(choice.lines.find(({ kind }) => kind === 'coupon')?.paise ?? 0)
  const isWithinCap = coupon.cost_left_paise === null || taken <= coupon.cost_left_paise
  return taken > 0 && isWithinCap ? { coupon, choice } : undefined
}

/**
 * What a student pays for a batch as it was chosen. A coupon that can't be used any more is left out, with the full price.
 * @throws HttpError 404 unknown batch
 */
export async function readPaymentChoice(
  deps: Deps,
  student: Student,
  { params }: { params: { batch_id: number } },
): Promise<PaymentChoice> {
  const batchId = params.batch_id
  const offered = await readOffer(deps.db, student.id, batchId)
  const code = offered.coupon_code
  const priced = code === null ? undefined : await priceWithCode(deps.db, offered, { code, userId: student.id, batchId })
  return priced?.choice ?? describeChoice(offered, batchId, null)
}

import type { PaymentChoice } from '#contract/money/choice.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { findCoupon, type UsableCoupon } from '#server/money/coupons/find-coupon.ts'
import { type CouponTerms, priceOfSale, type Sale } from '#server/money/price/price-of-sale.ts'
import { withFee } from '#server/money/price/with-fee.ts'
import { type PlanPart, splitPrice } from '#contract/money/plan-parts.ts'

/** Days for which a choice is remembered. */
export const choiceDays = 7

export interface Offered {
  price_paise: number
  amount_paise: number
  granted: Sale['granted']
  discounts: { value: string }[]
  today: string
  coupon_code: string | null
  /** The plan that the student has chosen. */
  plan_id: number | null
  plans: OfferedPlan[]
}

interface OfferedPlan {
  id: number
  name: string
  parts: PlanPart[]
  fee_paise: number
}

const offerToStudent = statement<Offered>(
  'offer_to_student',
  `select k.price_paise, k.amount_paise, (select to_jsonb(g) from granted_price($1, b.id) g where g.paise is not null) as granted, k.discounts, to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today,
     c.code as coupon_code, x.plan_id,
     (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'parts', p.parts, 'fee_paise', p.fee_paise) order by p.id), '[]')
      from payment_plans p where p.course_id = k.id and p.state = 'active') as plans
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

/** How something is to be paid. `coupon` is null when none is used, `planId` when it is paid at once. */
interface Terms {
  coupon: CouponTerms | null
  planId: number | null
}

/** What is paid for an offer, line by line. A plan that is not offered, whose parts would be too small or whose days have passed is left out. */
export function describeChoice(offered: Offered, batchId: number, { coupon, planId }: Terms): PaymentChoice {
  const price = priceOfSale({
    listPaise: offered.price_paise,
    offerPaise: offered.amount_paise,
    granted: offered.granted,
    discountText: offered.discounts[0]?.value ?? null,
    coupon,
  })
  const plans = offered.plans.flatMap((plan) => {
    const { totalPaise, lines } = withFee(price, plan.fee_paise)
    const parts = splitPrice(totalPaise, plan.parts, offered.today)
    if (typeof parts === 'string') return []
    const dated = parts.map(({ number, paise, due_on }) => ({ number, paise, due_on }))
    return { lines, shown: { id: plan.id, name: plan.name, fee_paise: plan.fee_paise, total_paise: totalPaise, parts: dated } }
  })
  const chosen = plans.find(({ shown }) => shown.id === planId)
  const totalPaise = chosen?.shown.total_paise ?? price.totalPaise
  const parts = chosen?.shown.parts ?? [{ number: 1, paise: totalPaise, due_on: offered.today }]
  return {
    batch_id: batchId,
    plan: chosen?.shown.id ?? 'full',
    coupon: price.couponPaise > 0 && coupon ? coupon.code : null,
    lines: chosen?.lines ?? price.lines,
    total_paise: totalPaise,
    today_paise: parts[0]?.paise ?? totalPaise,
    parts,
    plans: plans.map(({ shown }) => shown),
  }
}

/** What is paid for an offer with a code; undefined when the code can't be used for it, or makes nothing cheaper. */
export async function priceWithCode(
  db: Queryable,
  offered: Offered,
  asked: { code: string; planId: number | null; userId: number; batchId: number },
): Promise<{ coupon: UsableCoupon; choice: PaymentChoice } | undefined> {
  const coupon = await findCoupon(db, asked)
  if (!coupon) return undefined
  const choice = describeChoice(offered, asked.batchId, { coupon, planId: asked.planId })
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
  const { coupon_code: code, plan_id: planId } = offered
  const asked = { planId, userId: student.id, batchId }
  const priced = code === null ? undefined : await priceWithCode(deps.db, offered, { ...asked, code })
  return priced?.choice ?? describeChoice(offered, batchId, { coupon: null, planId })
}

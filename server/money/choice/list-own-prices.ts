import type { OwnPrice } from '#contract/money/choice.ts'
import { priceOfSale, type Sale } from '#server/money/price/price-of-sale.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

// Few students have a price of their own, so the batches come from their grants.
const ownPrices = statement<{
  batch_id: number
  price_paise: number
  amount_paise: number
  granted: NonNullable<Sale['granted']>
}>(
  'own_prices',
  `select b.id as batch_id, k.price_paise, k.amount_paise, to_jsonb(g) as granted
   from (select s.batch_id from scholarships s where s.student_id = $1 and s.state = 'active'
         union select l.batch_id from payment_links l where l.student_id = $1 and l.state = 'active' and l.price_paise is not null) own
     join batches b on b.id = own.batch_id join courses k on k.id = b.course_id
     cross join lateral granted_price($1, b.id) g
   where b.published and k.published and b.starts_at > app_now() and g.paise < k.amount_paise
   order by b.id limit 200`,
)

/** Returns what batches ahead cost a student, where that is less than others pay. Coupons are not in it. */
export async function listOwnPrices({ db }: Pick<Deps, 'db'>, student: Student): Promise<OwnPrice[]> {
  return (await rows(db, ownPrices, [student.id])).map(({ batch_id, price_paise, amount_paise, granted }) => {
    const { lines, totalPaise } = priceOfSale({
      listPaise: price_paise,
      offerPaise: amount_paise,
      granted,
      discountText: null,
      coupon: null,
    })
    return { batch_id, lines, total_paise: totalPaise }
  })
}

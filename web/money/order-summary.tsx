import { useQuery } from '@tanstack/react-query'
import { partsInWords } from '#web/lib/plan/parts-in-words.ts'
import { OrderItem } from './order-item.tsx'
import { PriceLines } from './price-lines.tsx'
import { chosenPriceQuery, choiceQuery } from './queries.ts'
import { useLinkPrice } from './use-link-price.ts'
import { RefundLine } from './refund-line.tsx'

interface Props {
  batchId: string
  /** The started payment, once the server has answered. */
  started: { course_name: string; amount: number } | undefined
  amountLabel: string
}

/** The order: course, batch, date, price and refund rule, as far as they are known. */
export function OrderSummary({ batchId, started, amountLabel }: Props) {
  const { data: choice, isPending } = useQuery(choiceQuery(batchId))
  const linkPrice = useLinkPrice(choice)
  const amount = started?.amount ?? linkPrice
  const { data: chosen } = useQuery({
    ...chosenPriceQuery(batchId),
    // A coupon, a scholarship, a link or a plan makes the amount of an order another one.
    enabled: started !== undefined && choice !== undefined && amount !== choice?.course.amount,
  })
  const title = choice?.course.title ?? started?.course_name
  if (!isPending && !title) return null
  return (
    <section aria-labelledby="order">
      <h2 id="order" className="eyebrow mb-4 tracking-normal">
        Your order
      </h2>
      <OrderItem choice={choice} title={title} />
      <div className="mt-6 border-t border-line pt-5">
        <PriceLines choice={choice} started={amount} chosen={chosen} label={amountLabel} />
        {chosen && chosen.plan !== 'full' && chosen.today_paise === Math.round((amount ?? 0) * 100) ? (
          <p className="figures mt-3 text-sm text-muted">You pay {partsInWords(chosen.parts)}.</p>
        ) : null}
        <RefundLine className="mt-4" />
      </div>
    </section>
  )
}

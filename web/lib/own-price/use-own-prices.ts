import { useEffect, useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { ownPrice, type ShownPrice } from './shown-price.ts'

/** By batch. */
export type OwnPrices = ReadonlyMap<number, ShownPrice>

const none: OwnPrices = new Map()

/**
 * What batches cost the student who is signed in, where that is less than others pay. The page itself is the same for everybody, so this comes
 * after it, with the code that asks; a visitor loads neither.
 */
export function useOwnPrices(): OwnPrices {
  const email = useSession().user?.email
  const [found, setFound] = useState<{ email: string; prices: OwnPrices } | null>(null)
  useEffect(() => {
    if (email === undefined) return
    let isGone = false
    void import('#web/lib/coupon/ask-price.ts')
      .then(({ askOwnPrices }) => askOwnPrices())
      .then(
        (items) => isGone || setFound({ email, prices: new Map(items.map((one) => [one.batch_id, ownPrice(one)])) }),
        // The price of everybody stays. The payment page asks again.
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [email])
  return found !== null && found.email === email ? found.prices : none
}

import { useEffect, useState } from 'react'
import type { OwnPrice } from '#contract/money/choice.ts'
import { useSession } from '#web/lib/session.ts'

export type OwnPrices = ReadonlyMap<number, OwnPrice>

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
    void import('./ask-own-prices.ts')
      .then(({ askOwnPrices }) => askOwnPrices())
      .then(
        (prices) => isGone || setFound({ email, prices }),
        // The price of everybody stays. The payment page asks again.
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [email])
  return found !== null && found.email === email ? found.prices : none
}

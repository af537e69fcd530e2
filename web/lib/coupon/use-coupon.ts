import { useEffect, useLayoutEffect, useState } from 'react'
import type { PaymentChoice } from '#contract/money/choice.ts'
import { forgetCode, keepCode, keptCode, onCode, removeCode } from './kept-code.ts'

export interface Coupon {
  /** The price with the code; null without one. */
  price: PaymentChoice | null
  isAsking: boolean
  problem: string | undefined
  apply(code: string): void
  remove(): void
}

type Asked = { code: string; batchId: number }
type Answer = Asked & ({ price: PaymentChoice } | { problem: string })

const failed = 'The code could not be checked. Please try again.'

/**
 * The coupon of the address or of this tab, and what a batch costs with it. What asks the server loads with the first code.
 * @param saves whether a student's payment follows it; a page that only shows a price does not choose
 */
export function useCoupon(batchId: number | undefined, { saves = true } = {}): Coupon {
  const [code, setCode] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  // The document of the server knows no code. Before the first paint, so that nothing moves.
  useLayoutEffect(() => {
    setCode(keptCode())
    return onCode(() => setCode(keptCode()))
  }, [])
  useEffect(() => {
    if (code === null || batchId === undefined) return
    let isGone = false
    const asked = { code, batchId }
    void import('./ask-price.ts').then(async ({ askPrice, refusalOf }) => {
      const found = await askPrice(batchId, code, saves).then(
        (price) => {
          keepCode(code)
          return { price }
        },
        (error: unknown) => {
          const refusal = refusalOf(error)
          // It may be for another batch, which asks again.
          if (refusal !== undefined && saves) forgetCode()
          return { problem: refusal ?? failed }
        },
      )
      if (!isGone) setAnswer({ ...asked, ...found })
    })
    return () => {
      isGone = true
    }
  }, [code, batchId, saves])
  const own = answer && answer.code === code && answer.batchId === batchId ? answer : null
  return {
    price: own && 'price' in own ? own.price : null,
    isAsking: code !== null && batchId !== undefined && own === null,
    problem: own && 'problem' in own ? own.problem : undefined,
    apply(typed) {
      const written = typed.trim().toUpperCase()
      keepCode(written)
      setAnswer(null)
      setCode(written)
    },
    remove() {
      removeCode()
      setCode(null)
      if (batchId !== undefined)
        void import('./ask-price.ts').then(({ chooseFullPrice }) => chooseFullPrice(batchId)).catch(() => undefined)
    },
  }
}

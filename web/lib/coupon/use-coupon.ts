import { useEffect, useState } from 'react'
import type { PaymentChoice } from '#contract/money/choice.ts'
import { dropCode, keepCode, keptCode } from './kept-code.ts'

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

/** The coupon of the address or of this tab, and what a batch costs with it. What asks the server loads with the first code. */
export function useCoupon(batchId: number | undefined): Coupon {
  // Read after hydration: the document of the server knows no code.
  const [code, setCode] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => setCode(keptCode()), [])
  useEffect(() => {
    if (code === null || batchId === undefined) return
    let isGone = false
    const asked = { code, batchId }
    void import('./ask-price.ts').then(async ({ askPrice, refusalOf }) => {
      const found = await askPrice(batchId, code).then(
        (price) => ({ price }),
        (error: unknown) => {
          const refusal = refusalOf(error)
          if (refusal !== undefined) dropCode()
          return { problem: refusal ?? failed }
        },
      )
      if (!isGone) setAnswer({ ...asked, ...found })
    })
    return () => {
      isGone = true
    }
  }, [code, batchId])
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
      dropCode()
      setCode(null)
      if (batchId !== undefined) void import('./ask-price.ts').then(({ chooseFullPrice }) => chooseFullPrice(batchId)).catch(() => undefined)
    },
  }
}

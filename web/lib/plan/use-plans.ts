import { useEffect, useState } from 'react'
import type { PaymentChoice } from '#contract/money/choice.ts'
import { type ChosenPlan, keepPlan, keptPlan } from './kept-plan.ts'

export interface Plans {
  plans: PaymentChoice['plans']
  /** Paise when it is paid at once. */
  fullPaise: number
  chosen: ChosenPlan
  choose(plan: ChosenPlan): void
}

/**
 * How a batch can be paid. What asks the server loads once a batch is chosen. Undefined while that is not known, and when it is paid at
 * once in any case.
 * @param price with the coupon, when there is one
 */
export function usePlans(batchId: number | undefined, price: PaymentChoice | null): Plans | undefined {
  const [asked, setAsked] = useState<PaymentChoice | null>(null)
  const [picked, setPicked] = useState<{ batchId: number; plan: ChosenPlan } | null>(null)
  useEffect(() => {
    if (batchId === undefined) return
    let isGone = false
    void import('./ask-plans.ts')
      .then(({ askPlans }) => askPlans(batchId))
      .then(
        (found) => {
          if (isGone) return
          setAsked(found)
          if (keptPlan(batchId) === null && found.plan !== 'full') keepPlan(batchId, found.plan)
        },
        // Without an answer it is paid at once.
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [batchId])
  if (batchId === undefined || asked?.batch_id !== batchId) return undefined
  const { plans, lines, plan: paid, total_paise } = price ?? asked
  if (plans.length === 0) return undefined
  const kept = picked?.batchId === batchId ? picked.plan : (keptPlan(batchId) ?? 'full')
  // The fee of a plan that was chosen before is not part of the price in one.
  const feePaise = paid === 'full' ? 0 : (lines.find(({ kind }) => kind === 'fee')?.paise ?? 0)
  return {
    plans,
    fullPaise: total_paise - feePaise,
    chosen: plans.some(({ id }) => id === kept) ? kept : 'full',
    choose(plan) {
      keepPlan(batchId, plan)
      setPicked({ batchId, plan })
    },
  }
}

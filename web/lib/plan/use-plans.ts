import { type ComponentType, useEffect, useState } from 'react'
import type { PaymentChoice } from '#contract/money/choice.ts'
import { type ChosenPlan, keepPlan, keptPlan } from './kept-plan.ts'

export interface Plans {
  plans: PaymentChoice['plans']
  /** Paise when it is paid at once. */
  fullPaise: number
  chosen: ChosenPlan
  choose(plan: ChosenPlan): void
  /** Shows them. It comes with the answer. */
  Choice: ComponentType<{ plans: Plans }>
}

/**
 * How a batch can be paid. What asks the server loads once a batch is chosen. Undefined while that is not known, and when it is paid at
 * once in any case.
 * @param price with the coupon, when there is one
 */
export function usePlans(batchId: number | undefined, price: PaymentChoice | null): Plans | undefined {
  const [asked, setAsked] = useState<{ found: PaymentChoice; Choice: Plans['Choice'] } | null>(null)
  const [picked, setPicked] = useState<{ batchId: number; plan: ChosenPlan } | null>(null)
  useEffect(() => {
    if (batchId === undefined) return
    let isGone = false
    void import('./ask-plans.ts')
      .then(async ({ askPlans, PlanChoice }) => ({ found: await askPlans(batchId), Choice: PlanChoice }))
      .then(
        ({ found, Choice }) => {
          if (isGone) return
          setAsked({ found, Choice })
          if (keptPlan(batchId) === null && found.plan !== 'full') keepPlan(batchId, found.plan)
        },
        // Without an answer it is paid at once.
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [batchId])
  if (batchId === undefined || asked?.found.batch_id !== batchId) return undefined
  const { plans, lines, plan: paid, total_paise } = price ?? asked.found
  if (plans.length === 0) return undefined
  const kept = picked?.batchId === batchId ? picked.plan : (keptPlan(batchId) ?? 'full')
  // The fee of a plan that was chosen before is not part of the price in one.
  const feePaise = paid === 'full' ? 0 : (lines.find(({ kind }) => kind === 'fee')?.paise ?? 0)
  return {
    Choice: asked.Choice,
    plans,
    fullPaise: total_paise - feePaise,
    chosen: plans.some(({ id }) => id === kept) ? kept : 'full',
    choose(plan) {
      keepPlan(batchId, plan)
      setPicked({ batchId, plan })
    },
  }
}

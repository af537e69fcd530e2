import {
  paymentMethodNames,
  type PaymentState as State,
  paymentStateNames,
  paymentStates,
} from '#contract/money/staff/payments.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

const tones = {
  paid: 'good',
  partly_refunded: 'neutral',
  refund_due: 'signal',
  refunded: 'neutral',
  review: 'bad',
  confirming: 'ahead',
  begun: 'ahead',
  failed: 'neutral',
} as const
export const paymentStateChoices = paymentStates.map((value) => ({ value, label: paymentStateNames[value] }))

export function PaymentState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{paymentStateNames[state]}</Badge>
}

/** How it was paid, in words. */
export function methodName(method: string | null): string | null {
  return method === null ? null : (paymentMethodNames[method] ?? method)
}

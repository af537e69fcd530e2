import { type PaymentState as State, paymentStates } from '#contract/staff/payments.ts'
import { Badge } from '../parts/badge.tsx'

export const paymentStateNames: Record<State, string> = {
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refund_due: 'Refund due',
  refunded: 'Refunded',
  review: 'Review',
  confirming: 'Confirming',
  begun: 'Begun',
  failed: 'Failed',
}
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

const methods: Readonly<Record<string, string>> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  cheque: 'Cheque',
}

/** How it was paid, in words. */
export function methodName(method: string | null): string | null {
  return method === null ? null : (methods[method] ?? method)
}

import { laterStates, type OfflinePaymentRecord, offlineStateNames } from '#contract/money/staff/offline-payments.ts'
import { PaymentState } from '#console/money/dialogs/payment-state.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'

type State = OfflinePaymentRecord['state']
type Later = (typeof laterStates)[number]
const tones = {
  waiting: 'signal',
  received: 'ahead',
  cleared: 'good',
  bounced: 'bad',
  return_due: 'signal',
  returned: 'neutral',
  replaced: 'neutral',
  mistaken: 'neutral',
} as const

const isLater = (state: State): state is Later => (laterStates as readonly State[]).includes(state)

/** What became of the money. Once it is a payment that goes back, the words are those of Payments. */
export function OfflineState({ state }: { state: State }) {
  return isLater(state) ? <PaymentState state={state} /> : <Badge tone={tones[state]}>{offlineStateNames[state]}</Badge>
}

import { type DeliveryState, type MessageRecord, messageStateNames, deliveryNames } from '#contract/messaging/staff/messages.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
const tones = { draft: 'neutral', sending: 'ahead', undelivered: 'bad', sent: 'good' } as const

export function MessageState({ state }: Pick<MessageRecord, 'state'>) {
  return <Badge tone={tones[state]}>{messageStateNames[state]}</Badge>
}
const deliveryTones = { queued: 'ahead', sent: 'good', bouncing: 'bad', failed: 'bad', gone: 'neutral' } as const

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  return <Badge tone={deliveryTones[state]}>{deliveryNames[state]}</Badge>
}

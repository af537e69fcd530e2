import type { DeliveryState, MessageRecord } from '#contract/messaging/staff/messages.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

export const messageStateNames = {
  draft: 'Draft',
  sending: 'Sending',
  undelivered: 'Not all delivered',
  sent: 'Sent',
} as const
const tones = { draft: 'neutral', sending: 'ahead', undelivered: 'bad', sent: 'good' } as const

export function MessageState({ state }: Pick<MessageRecord, 'state'>) {
  return <Badge tone={tones[state]}>{messageStateNames[state]}</Badge>
}

export const deliveryNames: Record<DeliveryState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  bouncing: 'Refused',
  failed: 'Failed',
  gone: 'Withdrawn or deleted',
}
const deliveryTones = { queued: 'ahead', sent: 'good', bouncing: 'bad', failed: 'bad', gone: 'neutral' } as const

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  return <Badge tone={deliveryTones[state]}>{deliveryNames[state]}</Badge>
}

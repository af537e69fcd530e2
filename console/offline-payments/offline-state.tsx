import type { OfflinePaymentRecord } from '#contract/staff/offline-payments.ts'
import { Badge } from '../parts/badge.tsx'

export const offlineStateNames: Record<OfflinePaymentRecord['state'], string> = {
  waiting: 'Waits for approval',
  received: 'At the bank',
  cleared: 'Received',
  bounced: 'Bounced',
  void: 'Given back',
}
const tones = { waiting: 'signal', received: 'ahead', cleared: 'good', bounced: 'bad', void: 'neutral' } as const

export function OfflineState({ state }: { state: OfflinePaymentRecord['state'] }) {
  return <Badge tone={tones[state]}>{offlineStateNames[state]}</Badge>
}

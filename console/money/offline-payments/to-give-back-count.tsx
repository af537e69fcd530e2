import { offlinePayments } from '#contract/money/staff/offline-payments.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many payments that were not accepted are to be given back, beside the link to them. */
export default function PaymentsToGiveBack() {
  return <WaitingCount resource={offlinePayments} filter={{ state: 'return_due' }} />
}

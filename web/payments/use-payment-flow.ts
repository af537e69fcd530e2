import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useRootData } from '../lib/root-data.ts'
import { browserPorts } from './browser-ports.ts'
import { createPaymentFlow } from './payment-flow.ts'
import type { PaymentFlow } from './payment-ports.ts'
import type { PaymentState } from './payment-state.ts'

/** One flow per page and batch; rendering twice or running effects twice makes no second one. */
export function usePaymentFlow(batchId: string): [PaymentState, PaymentFlow] {
  const navigate = useNavigate()
  const root = useRootData()
  const [flow] = useState(() =>
    createPaymentFlow(
      browserPorts({
        batchId,
        brand: root?.site.brand ?? '',
        checkoutUrl: root?.checkoutUrl ?? '',
        goHome: () => void navigate('/home', { replace: true }),
      }),
    ),
  )
  const state = useSyncExternalStore(flow.subscribe, flow.read, flow.read)
  useEffect(() => {
    // Shown again by the browser as it was left: whatever it was leaving for did not happen.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted && flow.read().at === 'leaving') location.reload()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [flow])
  return [state, flow]
}

/** Whether this document was itself loaded as a paying page: only its policy lets the provider's checkout in. */
export function isPayingDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined || /^\/(?:razarpayment|verify-payment)\//.test(new URL(entry.name, location.href).pathname)
}

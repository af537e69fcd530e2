import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useRootData } from '#web/lib/root-data.ts'
import { browserPorts } from './browser-ports.ts'
import { createPaymentFlow } from './payment-flow.ts'
import type { PaymentFlow } from './payment-ports.ts'
import type { PaymentState } from './payment-state.ts'

/** Creates one flow per page, batch and part, also when React renders or runs effects twice. */
export function usePaymentFlow(batchId: string, part: string | null = null): [PaymentState, PaymentFlow] {
  const navigate = useNavigate()
  const root = useRootData()
  const [flow] = useState(() =>
    createPaymentFlow(
      browserPorts({
        batchId,
        part,
        brand: root?.site.brand ?? '',
        checkoutUrl: root?.checkoutUrl ?? '',
        goHome: () => void navigate('/home', { replace: true }),
      }),
    ),
  )
  const state = useSyncExternalStore(flow.subscribe, flow.read, flow.read)
  useEffect(() => {
    // The back-forward cache restored the page, so the redirect did not happen.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted && flow.read().at === 'leaving') location.reload()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [flow])
  return [state, flow]
}

/** Whether the document was loaded as a payment page. Only its content security policy allows checkout. */
export function isPayingDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined || /^\/(?:razarpayment|verify-payment)\//.test(new URL(entry.name, location.href).pathname)
}

import { OwnPages, ownHeaders } from '#web/frame/own-pages.tsx'
import { RouteError } from '#web/frame/route-error.tsx'
import { PayFrame } from '#web/frame/pay-frame.tsx'

export const headers = ownHeaders

/** The layout of pages with a payment. */
export default function PaymentPages() {
  return (
    <PayFrame>
      <OwnPages />
    </PayFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PayFrame>
      <RouteError />
    </PayFrame>
  )
}

import type { StartedPayment } from '#contract/payments.ts'
import { checkoutColour, currency } from '#contract/rules.ts'
import type { CheckoutAnswer } from './payment-state.ts'

/** What the provider's checkout takes, as far as it is used here. */
export interface CheckoutOptions {
  key: string
  /** Paise. */
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  modal: { ondismiss: () => void; backdropclose: boolean; confirm_close: boolean }
  handler: (answer: CheckoutAnswer) => void
  /** Where the provider sends the browser by a form, instead of calling the handler. */
  callback_url?: string
  redirect?: boolean
}

/** Browsers inside other apps lose the window that checkout would answer to. */
const inAppBrowser = /\b(?:FBAN|FBAV|Instagram|Line|LinkedInApp|Snapchat|Twitter)\b|; wv\)/

export const needsCallback = (userAgent: string): boolean => inAppBrowser.test(userAgent)

/** An order that checkout can be opened with; a field that is missing or empty makes it none. */
export function isWholeOrder(order: Partial<StartedPayment> | null | undefined): order is StartedPayment {
  return Boolean(order?.order_id && order.razorpay_key_id) && typeof order?.amount === 'number' && order.amount > 0
}

export function checkoutOptions(
  order: StartedPayment,
  brand: string,
  on: { paid: (answer: CheckoutAnswer) => void; dismissed: () => void },
  callbackUrl?: string,
): CheckoutOptions {
  return {
    key: order.razorpay_key_id,
    amount: Math.round(order.amount * 100),
    currency,
    name: brand,
    description: order.course_name,
    order_id: order.order_id,
    prefill: { name: order.name ?? '', email: order.email ?? '', contact: order.phone ?? '' },
    theme: { color: checkoutColour },
    // A stray press beside the sheet must not look like a change of mind.
    modal: { ondismiss: on.dismissed, backdropclose: false, confirm_close: false },
    handler: on.paid,
    ...(callbackUrl ? { callback_url: callbackUrl, redirect: true } : {}),
  }
}

/** Checkout calls back once per sheet; what comes after the first answer, of whatever kind, is an echo. */
export function onceInAll(): (act: () => void) => () => void {
  let answered = false
  return (act) => () => {
    if (answered) return
    answered = true
    act()
  }
}

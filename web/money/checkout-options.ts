import type { StartedPayment } from '#contract/money/payments.ts'
import { checkoutColour, currency } from '#contract/rules.ts'
import type { CheckoutAnswer } from './payment-state.ts'

/** The options of Razorpay Checkout that are used here (source: Razorpay's Standard Checkout documentation). */
export interface CheckoutOptions {
  key: string
  /** In paise. */
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  modal: { ondismiss: () => void; backdropclose: boolean; confirm_close: boolean }
  handler: (answer: CheckoutAnswer) => void
  /** Checkout posts the result to this URL instead of calling the handler. */
  callback_url?: string
  redirect?: boolean
}

/** In-app browsers lose the window that the handler runs in. */
const inAppBrowser = /\b(?:FBAN|FBAV|Instagram|Line|LinkedInApp|Snapchat|Twitter)\b|; wv\)/

export const needsCallback = (userAgent: string): boolean => inAppBrowser.test(userAgent)

/** Whether the order has every field that checkout needs. */
export function isCompleteOrder(order: Partial<StartedPayment> | null | undefined): order is StartedPayment {
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
    // A stray click beside the sheet must not cancel the payment.
    modal: { ondismiss: on.dismissed, backdropclose: false, confirm_close: false },
    handler: on.paid,
    ...(callbackUrl ? { callback_url: callbackUrl, redirect: true } : {}),
  }
}

/** Wraps callbacks so that only the first call of any of them runs. Checkout may call more than one. */
export function onlyFirstCall(): (act: () => void) => () => void {
  let answered = false
  return (act) => () => {
    if (answered) return
    answered = true
    act()
  }
}

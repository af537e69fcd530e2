import type { CheckoutOptions } from './checkout-options.ts'

interface Checkout {
  open(): void
}
type CheckoutClass = new (options: CheckoutOptions) => Checkout

declare global {
  interface Window {
    /** Set by the provider's script. */
    Razorpay?: CheckoutClass
  }
}

/** Milliseconds until loading the script counts as failed. */
const timeoutMs = 20_000
let loading: Promise<CheckoutClass> | undefined

/** Loads the provider's script once per page and retries after a failure. Rejects when it is blocked or times out. */
export function loadCheckout(url: string): Promise<CheckoutClass> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay)
  loading ??= insert(url).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function insert(url: string): Promise<CheckoutClass> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(late)
      script.remove()
      reject(new Error('the checkout script did not load'))
    }
    const late = setTimeout(fail, timeoutMs)
    script.src = url
    script.async = true
    script.onerror = fail
    script.onload = () => {
      if (!window.Razorpay) return fail()
      clearTimeout(late)
      resolve(window.Razorpay)
    }
    document.head.append(script)
  })
}

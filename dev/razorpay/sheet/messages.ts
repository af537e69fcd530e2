/** The options of `new Razorpay(options)` that the sandbox supports; others are ignored. */
export interface CheckoutOptions {
  key: string
  order_id?: string
  /** In paise. */
  amount?: number | string
  currency?: string
  name?: string
  description?: string
  image?: string
  prefill?: { name?: string; email?: string; contact?: string; method?: string; vpa?: string }
  notes?: Record<string, string | number>
  theme?: { color?: string; backdrop_color?: string; hide_topbar?: boolean }
  modal?: {
    ondismiss?: (reason?: string) => void
    escape?: boolean
    confirm_close?: boolean
    backdropclose?: boolean
    handleback?: boolean
    animation?: boolean
  }
  handler?: (answer: PaidAnswer) => void
  callback_url?: string
  redirect?: boolean
  retry?: boolean | { enabled?: boolean; max_count?: number }
  /** Seconds until the sheet closes. */
  timeout?: number
  readonly?: { contact?: boolean; email?: boolean; name?: boolean }
  config?: { display?: { hide?: { method?: string }[] } }
  method?: Record<string, boolean>
}

export interface PaidAnswer {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface PaymentError {
  code: string
  description: string
  source: string
  step: string
  reason: string
  metadata: { payment_id?: string; order_id?: string }
}

/** The options of the sheet, with defaults and without functions. */
export type SheetOptions = Pick<
  CheckoutOptions,
  'key' | 'name' | 'description' | 'image' | 'prefill' | 'theme' | 'timeout' | 'readonly'
> & {
  order_id: string
  amount?: number
  escape: boolean
  confirmClose: boolean
  backdropClose: boolean
  animation: boolean
  /** Number of retries the sheet offers. */
  retries: number
  methods: ('card' | 'upi')[]
}

export type ToSheet = { to: 'sheet'; type: 'open'; options: CheckoutOptions } | { to: 'sheet'; type: 'ask-to-close' }

export type ToPage =
  | { to: 'page'; type: 'ready' }
  | { to: 'page'; type: 'submitted'; method: string }
  | { to: 'page'; type: 'paid'; answer: PaidAnswer }
  | { to: 'page'; type: 'failed'; error: PaymentError; final: boolean }
  | { to: 'page'; type: 'dismissed'; reason: 'user' | 'timeout' }

/** The response of `GET /v1/checkout/preferences`. */
export interface Preferences {
  order: { id: string; amount: number; currency: string; status: string }
  /** Unix seconds of the sandbox clock, which card expiry is checked against. */
  now: number
  test_cards: { number: string; network: string; reason: string | null }[]
}

/** The response of `POST /v1/checkout/payments`. */
export type SheetAnswer =
  | ({ status: 'success' } & PaidAnswer)
  | { status: 'failed'; error: PaymentError }
  | { status: 'pending'; payment_id: string }

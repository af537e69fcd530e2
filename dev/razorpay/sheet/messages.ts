/** What a page passes to `new Razorpay(options)`, as far as the sandbox knows it; the rest is ignored. */
export interface CheckoutOptions {
  key: string
  order_id?: string
  /** Paise. */
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
  /** Seconds until the sheet closes by itself. */
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

/** The options as the sheet works with them: every choice made, no functions. */
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
  /** How often the sheet offers another try. */
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

/** `GET /v1/checkout/preferences`. */
export interface Preferences {
  order: { id: string; amount: number; currency: string; status: string }
  /** Unix seconds of the sandbox's clock, against which cards expire. */
  now: number
  test_cards: { number: string; network: string; reason: string | null }[]
}

/** `POST /v1/checkout/payments`. */
export type SheetAnswer =
  | ({ status: 'success' } & PaidAnswer)
  | { status: 'failed'; error: PaymentError }
  | { status: 'pending'; payment_id: string }

import type { PaymentOutcome, PaymentStatus, StartedPayment } from '#contract/payments.ts'
import type { CheckoutAnswer, PaymentState } from './payment-state.ts'

/** Everything the flow asks of the world. */
export interface PaymentPorts {
  start(): Promise<StartedPayment>
  verify(answer: CheckoutAnswer): Promise<PaymentOutcome>
  status(): Promise<PaymentStatus>
  /** Rejects when the provider's script can't be loaded. */
  openCheckout(order: StartedPayment, on: { paid: (answer: CheckoutAnswer) => void; dismissed: () => void }): Promise<void>
  wait(milliseconds: number): Promise<void>
  say(kind: 'success' | 'error' | 'info', text: string): void
  hasRefreshToken(): boolean
  /** What checkout answered and nobody has settled yet. */
  unfinished: { read(): CheckoutAnswer | null; keep(answer: CheckoutAnswer): void; drop(): void }
  /** Whether this place in the tab's history has shown a receipt: a reload, or coming back, shows it again. */
  receipt: { read(): boolean; keep(shown: boolean): void }
  /** `paid` names what is to be verified after logging in; whether there is such a payment, `received` says. */
  goToLogin(paid?: CheckoutAnswer, received?: boolean): void
  leave(why: 'already-enrolled' | 'cancelled' | 'no-registration'): void
}

/** Everything a page asks of the flow. */
export interface PaymentFlow {
  read(): PaymentState
  subscribe(listener: () => void): () => void
  /** Starts at once, takes up a checkout that was not settled, or shows a receipt again. Only the first call does anything. */
  open(): void
  /** Only verifies; only the first call does anything. */
  confirm(answer: CheckoutAnswer): void
  /** The provider's own page says that nothing was paid: asks whether that is so. Only the first call does anything. */
  declined(): void
  retry(): void
  /** The popup has signed a new student in. */
  registered(): void
  cancelRegistration(): void
}

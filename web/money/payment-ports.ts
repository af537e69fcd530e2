import type { PaymentOutcome, PaymentStatus, StartedPayment } from '#contract/money/payments.ts'
import type { CheckoutAnswer, PaymentState } from './payment-state.ts'

/** The flow's dependencies on the browser and the server. */
export interface PaymentPorts {
  /** Whether a visitor without an account can register here. A part is paid by who has the place. */
  registers: boolean
  /** Opens the payment link and saves the code that were given before, if any, and starts the payment. @throws ApiError; LinkRefused */
  start(): Promise<StartedPayment>
  /** Chooses the full price in place of a code. @throws ApiError */
  chooseFullPrice(): Promise<void>
  /** Forgets the payment link, so that the usual price is paid. */
  forgetLink(): void
  verify(answer: CheckoutAnswer): Promise<PaymentOutcome>
  status(): Promise<PaymentStatus>
  /** @throws when the provider's script cannot be loaded */
  openCheckout(order: StartedPayment, on: { paid: (answer: CheckoutAnswer) => void; dismissed: () => void }): Promise<void>
  wait(milliseconds: number): Promise<void>
  notify(kind: 'success' | 'error' | 'info', text: string): void
  hasRefreshToken(): boolean
  /** Stores checkout's answer until it is settled. */
  unfinished: { read(): CheckoutAnswer | null; save(answer: CheckoutAnswer): void; remove(): void }
  /** Whether this history entry has shown a receipt. A reload or a return shows it again. */
  receipt: { read(): boolean; save(shown: boolean): void }
  /** `paid` is verified after login. `received` tells whether that payment is known to exist. */
  goToLogin(paid?: CheckoutAnswer, received?: boolean): void
  leave(reason: 'already-enrolled' | 'cancelled' | 'no-registration'): void
}

/** The flow's interface for a page. */
export interface PaymentFlow {
  read(): PaymentState
  subscribe(listener: () => void): () => void
  /** Starts a payment, resumes an unsettled one, or shows a receipt again. Only the first call has an effect. */
  open(): void
  /** Verifies a payment. Only the first call has an effect. */
  confirm(answer: CheckoutAnswer): void
  /** Checks a payment that the provider reported as failed. Only the first call has an effect. */
  declined(): void
  retry(): void
  /** Starts at the full price, after a code or a payment link was refused. */
  payFullPrice(): void
  /** Continues after the registration dialog has signed the student in. */
  registered(): void
  cancelRegistration(): void
}

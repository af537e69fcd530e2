import type { PaymentOutcome, PaymentStatus, StartedPayment } from '#contract/payments.ts'
import type { CheckoutAnswer } from './payment-state.ts'

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
  /** `paid` names the payment that is to be verified after logging in. */
  goToLogin(paid?: CheckoutAnswer): void
  leave(why: 'already-enrolled' | 'cancelled' | 'no-registration'): void
}

/** What the product needs of a payment provider. Amounts are integer paise. */
export interface Gateway {
  readonly name: string
  createOrder(order: {
    keyId: string
    amount: number
    currency: string
    receipt: string
    notes: Record<string, string>
  }): Promise<GatewayOrder>
  /** @param patience `short` asks once, while somebody waits */
  findOrderByReceipt(keyId: string, receipt: string, patience?: 'short'): Promise<GatewayOrder | undefined>
  fetchPayment(keyId: string, paymentId: string): Promise<GatewayPayment>
  listPaymentsOfOrder(keyId: string, orderId: string): Promise<GatewayPayment[]>
  /** One page of everything paid with a key, the latest first. `from` and `to` are instants. */
  listPayments(keyId: string, page: { from: Date; to: Date; skip: number; count: number }): Promise<GatewayPayment[]>
  /** One page of everything sent back with a key, the latest first. */
  listRefunds(keyId: string, page: { from: Date; to: Date; skip: number; count: number }): Promise<GatewayRefund[]>
  /** Takes what stayed authorised; `amount` must be what was authorised. */
  capturePayment(keyId: string, payment: { id: string; amount: number; currency: string }): Promise<GatewayPayment>
  /** The same key and amount answer the same refund, however often they are sent. */
  refundPayment(keyId: string, refund: { paymentId: string; amount: number; idempotencyKey: string }): Promise<GatewayRefund>
  /** Whether the provider signed this pair for the key the order was made with; constant time. */
  verifiesCheckout(keyId: string, signed: { orderId: string; paymentId: string; signature: string }): boolean
  /** Whether the provider signed these very bytes with one of the secrets; constant time. */
  verifiesWebhook(body: Buffer, signature: string): boolean
  /** What an event says, read loosely; undefined when it is about nothing that is kept here. */
  readEvent(body: Buffer): GatewayEvent | undefined
}

export interface GatewayOrder {
  id: string
  amount: number
  currency: string
  receipt: string
}

export interface GatewayPayment {
  id: string
  orderId: string | null
  amount: number
  currency: string
  /** `unknown` is a state that the provider names and this product does not know. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed' | 'unknown'
  method: string | null
  errorDescription: string | null
}

export interface GatewayRefund {
  id: string
  paymentId: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  /** The key it was asked for with; null for one that was made elsewhere, as in the provider's dashboard. */
  idempotencyKey: string | null
}

/** Payment and refund as they stood when the event was made. */
export interface GatewayEvent {
  type: string
  payment: GatewayPayment
  refund: GatewayRefund | undefined
}

/** The provider did not do what was asked. `retryable` says that the same call may succeed later. */
export class GatewayError extends Error {
  readonly status: number | undefined
  readonly retryable: boolean
  /** Whether the call may have taken effect although no answer came. */
  readonly uncertain: boolean

  constructor(message: string, facts: { status?: number; retryable: boolean; uncertain: boolean; cause?: unknown }) {
    super(message, { cause: facts.cause })
    this.name = 'GatewayError'
    this.status = facts.status
    this.retryable = facts.retryable
    this.uncertain = facts.uncertain
  }
}

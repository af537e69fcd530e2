/** What the product needs of a payment provider. Amounts are integer paise. */
export interface Gateway {
  readonly name: string
  createOrder(order: {
    keyId: string
    amount: number
    currency: string
    receipt: string
    notes: Record<string, string>
    /** The call ends with it. */
    until?: AbortSignal
  }): Promise<GatewayOrder>
  /** Where `until` is given somebody waits: these ask once, and end with it. */
  findOrderByReceipt(keyId: string, receipt: string, until?: AbortSignal): Promise<GatewayOrder | undefined>
  fetchOrder(keyId: string, orderId: string): Promise<GatewayOrder>
  fetchPayment(keyId: string, paymentId: string, until?: AbortSignal): Promise<GatewayPayment>
  fetchRefund(keyId: string, refundId: string): Promise<GatewayRefund>
  listPaymentsOfOrder(keyId: string, orderId: string, until?: AbortSignal): Promise<GatewayPayment[]>
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
  /** What an event says, read loosely; undefined when it can't be read. */
  readEvent(body: Buffer): GatewayEvent | undefined
}

export interface GatewayOrder {
  id: string
  amount: number
  currency: string
  /** Null for an order that something else made. */
  receipt: string | null
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
  /** How the provider reaches the payer. */
  email: string | null
  contact: string | null
  createdAt: Date | null
}

export interface GatewayRefund {
  id: string
  paymentId: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  /** The key it was asked for with; null for one that was made elsewhere, as in the provider's dashboard. */
  idempotencyKey: string | null
}

export interface GatewayDispute {
  id: string
  paymentId: string
  amount: number
  /** Paise that the provider has taken for it. */
  amountDeducted: number
  status: 'open' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'
  phase: string | null
  reasonCode: string | null
  respondBy: Date | null
}

/**
 * Payment, refund and dispute as they stood when the event was made. `harmless` is known and changes nothing here; `unknown`
 * is a kind that the provider added, or one that lacks what its kind carries.
 */
export type GatewayEvent = { type: string; at: Date | null } & (
  | { is: 'payment'; payment: GatewayPayment }
  | { is: 'refund'; payment: GatewayPayment; refund: GatewayRefund }
  | { is: 'dispute'; dispute: GatewayDispute; payment: GatewayPayment | undefined }
  | { is: 'harmless' }
  | { is: 'unknown' }
)

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

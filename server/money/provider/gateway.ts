/** The payment provider's API as the product uses it. Amounts are integer paise. */
export interface Gateway {
  readonly name: string
  createOrder(order: {
    keyId: string
    amount: number
    currency: string
    receipt: string
    notes: Record<string, string>
    /** Aborts the call. */
    until?: AbortSignal
  }): Promise<GatewayOrder>
  /** With `until`, a read is tried once and aborted by it, because a person waits; without it, reads are retried. */
  findOrderByReceipt(keyId: string, receipt: string, until?: AbortSignal): Promise<GatewayOrder | undefined>
  fetchOrder(keyId: string, orderId: string): Promise<GatewayOrder>
  fetchPayment(keyId: string, paymentId: string, until?: AbortSignal): Promise<GatewayPayment>
  fetchRefund(keyId: string, refundId: string): Promise<GatewayRefund>
  listPaymentsOfOrder(keyId: string, orderId: string, until?: AbortSignal): Promise<GatewayPayment[]>
  /** Returns one page of all payments of a key between two instants, the latest first. */
  listPayments(keyId: string, page: { from: Date; to: Date; skip: number; count: number }): Promise<GatewayPayment[]>
  /** Returns one page of all refunds of a key between two instants, the latest first. */
  listRefunds(keyId: string, page: { from: Date; to: Date; skip: number; count: number }): Promise<GatewayRefund[]>
  /** Returns one page of all settlements of a key between two instants, the latest first. */
  listSettlements(keyId: string, page: { from: Date; to: Date; skip: number; count: number }): Promise<GatewaySettlement[]>
  /** Returns one page of what was settled on a day in India, `YYYY-MM-DD`, and of what was put on hold then. */
  listSettled(keyId: string, page: { day: string; skip: number; count: number }): Promise<GatewaySettled[]>
  /** Captures an authorised payment; `amount` must equal the authorised amount. */
  capturePayment(keyId: string, payment: { id: string; amount: number; currency: string }): Promise<GatewayPayment>
  /** Repeating a call with the same idempotency key and amount returns the same refund. */
  refundPayment(keyId: string, refund: { paymentId: string; amount: number; idempotencyKey: string }): Promise<GatewayRefund>
  /** Checks in constant time that the provider signed this pair with the key of the order. */
  verifiesCheckout(keyId: string, signed: { orderId: string; paymentId: string; signature: string }): boolean
  /** Checks in constant time that the provider signed these bytes with one of the secrets. */
  verifiesWebhook(body: Buffer, signature: string): boolean
  /** Parses an event leniently; undefined when it is invalid. */
  readEvent(body: Buffer): GatewayEvent | undefined
}

interface GatewayOrder {
  id: string
  amount: number
  currency: string
  /** Null for an order that another application created. */
  receipt: string | null
}

export interface GatewayPayment {
  id: string
  orderId: string | null
  amount: number
  /** Refunds that failed do not count. */
  amountRefunded: number
  currency: string
  /** `unknown` stands for a status of the provider that this product does not know. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed' | 'unknown'
  method: string | null
  errorDescription: string | null
  /** The payer's address as the provider has it. */
  email: string | null
  contact: string | null
  createdAt: Date | null
}

export interface GatewayRefund {
  id: string
  paymentId: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  /** Null for a refund that was made elsewhere, such as in the provider's dashboard. */
  idempotencyKey: string | null
}

export interface GatewaySettlement {
  id: string
  amount: number
  status: 'created' | 'processed' | 'failed'
  /** Fees with their tax, and the tax of the fees. */
  fees: number
  tax: number
  /** The reference at the bank. */
  utr: string | null
  createdAt: Date
}

/** A line of a settlement. `debit` is taken off, `credit` is paid out. */
export interface GatewaySettled {
  /** The id of a payment, a refund or an adjustment. */
  id: string
  type: string
  paymentId: string | null
  debit: number
  credit: number
  amount: number
  fee: number
  tax: number
  isOnHold: boolean
  /** Null while it is not settled. */
  settlementId: string | null
  createdAt: Date | null
}

export interface GatewayDispute {
  id: string
  paymentId: string
  amount: number
  /** Paise that the provider has deducted for the dispute. */
  amountDeducted: number
  status: 'open' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'
  phase: string | null
  reasonCode: string | null
  respondBy: Date | null
}

/**
 * Payment, refund and dispute as they were when the event was created. A `settlement` is read from the provider. A `harmless` event is known and changes nothing;
 * an `unknown` event has a kind that this product does not know.
 */
export type GatewayEvent = { type: string; at: Date | null } & (
  | { is: 'payment'; payment: GatewayPayment }
  | { is: 'refund'; payment: GatewayPayment; refund: GatewayRefund }
  | { is: 'dispute'; dispute: GatewayDispute; payment: GatewayPayment | undefined }
  | { is: 'settlement' }
  | { is: 'harmless' }
  | { is: 'unknown' }
)

/** A call to the provider failed. `retryable` means that the same call may succeed later. */
export class GatewayError extends Error {
  readonly status: number | undefined
  readonly retryable: boolean
  /** The call may have taken effect although no valid response arrived. */
  readonly uncertain: boolean

  constructor(message: string, facts: { status?: number; retryable: boolean; uncertain: boolean; cause?: unknown }) {
    super(message, { cause: facts.cause })
    this.name = 'GatewayError'
    this.status = facts.status
    this.retryable = facts.retryable
    this.uncertain = facts.uncertain
  }
}

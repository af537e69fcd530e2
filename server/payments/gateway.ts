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
  findOrderByReceipt(keyId: string, receipt: string): Promise<GatewayOrder | undefined>
  fetchPayment(keyId: string, paymentId: string): Promise<GatewayPayment>
  listPaymentsOfOrder(keyId: string, orderId: string): Promise<GatewayPayment[]>
  /** Whether the provider signed this pair for the key the order was made with; constant time. */
  verifiesCheckout(keyId: string, signed: { orderId: string; paymentId: string; signature: string }): boolean
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
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  method: string | null
  errorDescription: string | null
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

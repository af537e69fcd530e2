import type { FailureFacts } from './errors.ts'

/** A published test card of the provider; `failure` is its bank's answer. */
export interface TestCard {
  number: string
  network: string
  /** Undefined for a card that succeeds. */
  failure?: FailureFacts
}

function declined(reason: string, description: string, code: FailureFacts['code'], source: string, step: string): FailureFacts {
  return { code, description, source, step, reason }
}

const badRequest = 'BAD_REQUEST_ERROR'
const gatewayError = 'GATEWAY_ERROR'

export const timedOut = declined(
  'payment_timed_out',
  'The payment was not completed in time. Try again later.',
  badRequest,
  'customer',
  'payment_authentication',
)

const failing: [visa: string, mastercard: string, FailureFacts][] = [
  ['4100280000090000', '5305620000060000', timedOut],
  [
    '4100280000080001',
    '5305620000050001',
    declined(
      'insufficient_fund',
      'The account balance is not sufficient. Try another card or payment method.',
      badRequest,
      'customer',
      'payment_authorization',
    ),
  ],
  [
    '4100280000070002',
    '5305620000040002',
    declined(
      'payment_cancelled',
      'The payment was cancelled. Try again or complete it later.',
      badRequest,
      'customer',
      'payment_authentication',
    ),
  ],
  [
    '4100280000060003',
    '5305620000030003',
    declined(
      'card_declined',
      'The bank declined the card. Try another payment method or contact your bank.',
      badRequest,
      'issuer_bank',
      'payment_authorization',
    ),
  ],
  [
    '4100280000050004',
    '5305620000020004',
    declined(
      'card_declined',
      'The bank declined the card. Try another payment method or contact your bank.',
      badRequest,
      'issuer_bank',
      'payment_authorization',
    ),
  ],
  [
    '4100280000040005',
    '5305620000010005',
    declined(
      'card_declined',
      'The bank declined the card. Try another payment method or contact your bank.',
      badRequest,
      'issuer_bank',
      'payment_authorization',
    ),
  ],
  [
    '4100280000030006',
    '5305620000000006',
    declined(
      'card_disabled_for_online_payments',
      'The card is disabled for online payments. Ask your bank or try another card.',
      badRequest,
      'customer',
      'payment_authorization',
    ),
  ],
  [
    '4100280000010008',
    '5305620000080008',
    declined(
      'card_number_invalid',
      'The card number is not correct. Check it and try again.',
      badRequest,
      'customer',
      'payment_initiation',
    ),
  ],
  [
    '4100280000020007',
    '5305620000090007',
    declined(
      'gateway_technical_error',
      'The payment did not go through because of a temporary problem. An amount that was debited comes back in 4 to 5 business days.',
      gatewayError,
      'gateway',
      'payment_authorization',
    ),
  ],
  [
    '4100280000000009',
    '5305620000070009',
    declined(
      'authentication_failed',
      'The verification of the card failed. Try another payment method or contact your bank.',
      gatewayError,
      'customer',
      'payment_authentication',
    ),
  ],
]

/** Source: razorpay.com/docs/payments/payments/test-card-details. */
export const testCards: readonly TestCard[] = [
  { number: '4100280000001007', network: 'Visa' },
  { number: '5500670000001002', network: 'MasterCard' },
  { number: '6527658900001005', network: 'RuPay' },
  { number: '36082800091007', network: 'Diners Club' },
  { number: '340256000401007', network: 'American Express' },
  ...failing.flatMap(([visa, mastercard, failure]) => [
    { number: visa, network: 'Visa', failure },
    { number: mastercard, network: 'MasterCard', failure },
  ]),
]

export const upiDeclined = declined(
  'payment_failed',
  'The payment was not approved in the UPI app. Try again or use another method.',
  badRequest,
  'customer',
  'payment_authentication',
)

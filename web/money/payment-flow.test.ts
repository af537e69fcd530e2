import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { PaymentStatus, StartedPayment } from '#contract/money/payments.ts'
import { startPayment, verifyPayment } from '#contract/money/payments.ts'
import { LinkRefused } from './link-refusal.ts'
import { createPaymentFlow } from './payment-flow.ts'
import { PartRefused } from './part-refusal.ts'
import type { PaymentFlow, PaymentPorts } from './payment-ports.ts'
import { type CheckoutAnswer, type Enrolled, type PaymentState, pollDelays } from './payment-state.ts'

const order = startPayment.example.answer as StartedPayment
const receipt = verifyPayment.example.answer as Enrolled
const triple: CheckoutAnswer = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'f00' }
const confirming = {
  status: 'confirming',
  message: 'Payment received, we are confirming it. You will be enrolled shortly.',
} as const
const refused = (status: number, message: string) => new ApiError({ status, body: { message, detail: message, code: 'x' } })
const offline = new TypeError('Failed to fetch')

let log: string[]
let sheet: { paid: (answer: CheckoutAnswer) => void; dismissed: () => void } | undefined
let stored: CheckoutAnswer | null
let receiptShown: boolean
let flow: PaymentFlow

function begin(given: Partial<PaymentPorts> = {}): PaymentFlow {
  log = []
  sheet = undefined
  stored = null
  receiptShown = false
  flow = createPaymentFlow({
    start: async () => order,
    registers: true,
    forgetLink: () => log.push('usual price'),
    chooseFullPrice: async () => void log.push('full price'),
    verify: async () => receipt,
    status: async () => ({ status: 'open', message: 'No payment has arrived for this batch yet.' }),
    openCheckout: async (_order, on) => {
      log.push('checkout')
      sheet = on
    },
    wait: async () => undefined,
    notify: (kind, text) => log.push(`${kind}: ${text}`),
    hasRefreshToken: () => false,
    unfinished: { read: () => stored, save: (answer) => void (stored = answer), remove: () => void (stored = null) },
    receipt: { read: () => receiptShown, save: (shown) => void (receiptShown = shown) },
    goToLogin: (paid) => log.push(paid ? `login, then verify ${paid.razorpay_payment_id}` : 'login'),
    leave: (reason) => log.push(`leave: ${reason}`),
    ...given,
  })
  flow.subscribe(() => undefined)
  return flow
}

/** Resolves with the state once it is one of `at`. */
function reached<At extends PaymentState['at']>(...at: At[]): Promise<Extract<PaymentState, { at: At }>> {
  return new Promise((resolve) => {
    const variant = () => {
      const state = flow.read()
      if (at.some((one) => one === state.at)) resolve(state as Extract<PaymentState, { at: At }>)
    }
    flow.subscribe(variant)
    variant()
  })
}

beforeEach(() => void begin())

describe('starting', () => {
  test('opens checkout once however often open is called', async () => {
    flow.open()
    flow.open()
    flow.retry()
    flow.registered()
    await reached('paying')
    expect(log).toEqual(['checkout'])
  })

  test('a refused link starts nothing before a choice', async () => {
    let isKept = true
    begin({
      start: async () => {
        if (isKept) throw new LinkRefused('foreign', 'This link is for somebody else.')
        return order
      },
      forgetLink: () => void (isKept = false),
    })
    flow.open()
    expect(await reached('link-refused')).toMatchObject({ link: 'foreign', message: 'This link is for somebody else.' })
    expect(log).toEqual([])
    flow.retry()
    await reached('link-refused')
    flow.payFullPrice()
    await reached('paying')
    expect(log).toEqual(['checkout'])
  })

  test('the link of a part says why nothing is paid', async () => {
    begin({
      start: async () => {
        throw new PartRefused('signed-out', 'Please log in to pay it.')
      },
    })
    flow.open()
    expect(await reached('part-refused')).toMatchObject({ part: 'signed-out', message: 'Please log in to pay it.' })
    expect(log).toEqual([])
  })

  test('registers a visitor without a session, then starts again', async () => {
    let calls = 0
    begin({
      start: async () => {
        calls += 1
        if (calls === 1) throw refused(401, 'No.')
        return order
      },
    })
    flow.open()
    await reached('registering')
    flow.registered()
    flow.registered()
    await reached('paying')
    expect({ calls, log }).toEqual({ calls: 2, log: ['checkout'] })
  })

  test('redirects to login when registration is still refused', async () => {
    begin({ start: async () => Promise.reject(refused(401, 'No.')) })
    flow.open()
    await reached('registering')
    flow.registered()
    await reached('leaving')
    expect(log).toEqual(['login'])
  })

  test('redirects to login when the session cannot be refreshed', async () => {
    begin({ start: async () => Promise.reject(refused(401, 'No.')), hasRefreshToken: () => true })
    flow.open()
    await reached('leaving')
    expect(log).toEqual(['login'])
  })

  test('leaves when registration is cancelled', async () => {
    begin({ start: async () => Promise.reject(refused(401, 'No.')) })
    flow.open()
    await reached('registering')
    flow.cancelRegistration()
    expect(log).toEqual(['leave: no-registration'])
  })

  test.each(['You have already enrolled in this batch.', 'Already paid.'])('reports "%s" as information', async (message) => {
    begin({ start: async () => Promise.reject(refused(409, message)) })
    flow.open()
    await reached('leaving')
    expect(log).toEqual(['info: You have already enrolled in this batch.', 'leave: already-enrolled'])
  })

  test.each([
    [refused(409, 'This batch is full. Please choose another one.'), 'refused'],
    [refused(404, 'Batch not found.'), 'refused'],
    [refused(503, 'The payment provider is not reachable right now.'), 'start'],
    [offline, 'start'],
  ])('shows the message of %s', async (error, cause) => {
    begin({ start: async () => Promise.reject(error) })
    flow.open()
    const stopped = await reached('stopped')
    expect(stopped).toMatchObject({ cause, message: error.message })
    expect(log).toEqual([`error: ${error.message}`])
  })

  test.each([
    ['review', false],
    ['refund_due', true],
    ['refunded', true],
  ] as const)('shows an earlier payment (%s) instead of charging again', async (code, again) => {
    const error = new ApiError({ status: 409, body: { message: 'Looked at.', detail: 'Looked at.', code } })
    begin({ start: async () => Promise.reject(error) })
    flow.open()
    expect(await reached('settled')).toEqual({ at: 'settled', message: 'Looked at.', again })
    expect(log).toEqual([])
  })

  test('waits for an earlier payment that is being confirmed', async () => {
    const error = new ApiError({ status: 409, body: { ...confirming, detail: '', code: 'confirming' } })
    begin({ start: async () => Promise.reject(error), status: async () => receipt })
    flow.open()
    expect(await reached('confirming')).toMatchObject({ message: confirming.message })
    await reached('enrolled')
  })

  test('retry starts again after the server was unavailable', async () => {
    let calls = 0
    begin({
      start: async () => {
        calls += 1
        if (calls === 1) throw refused(503, 'Away.')
        return order
      },
    })
    flow.open()
    await reached('stopped')
    flow.retry()
    flow.retry()
    await reached('paying')
    expect(calls).toBe(2)
  })

  test('reports an incomplete order as missing', async () => {
    begin({ start: async () => ({ ...order, order_id: '' }) })
    flow.open()
    expect(await reached('stopped')).toMatchObject({ message: 'Order data is missing' })
  })

  test('reports a blocked checkout script', async () => {
    begin({ openCheckout: async () => Promise.reject(new Error('blocked')) })
    flow.open()
    expect(await reached('stopped')).toMatchObject({
      message: 'Failed to load Razorpay SDK. Please check your connection.',
      cause: 'start',
    })
  })
})

describe('after paying', () => {
  async function pay(given: Partial<PaymentPorts> = {}) {
    begin(given)
    flow.open()
    await reached('paying')
    sheet?.paid(triple)
  }

  test('shows the receipt of a verified payment and stores that', async () => {
    await pay()
    expect(await reached('enrolled')).toEqual({ at: 'enrolled', receipt, email: order.email })
    expect(log).toEqual(['checkout', 'success: Payment verified successfully!'])
    expect({ stored, receiptShown }).toEqual({ stored: null, receiptShown: true })
  })

  test('ignores a dismissal after the payment', async () => {
    await pay()
    sheet?.dismissed()
    sheet?.paid(triple)
    await reached('enrolled')
    expect(log).toEqual(['checkout', 'success: Payment verified successfully!'])
  })

  test.each([
    ['an answer that is still being confirmed', async () => confirming],
    ['no answer', async () => Promise.reject(offline)],
    ['a broken server', async () => Promise.reject(refused(500, 'Oops'))],
    ['a busy server', async () => Promise.reject(refused(429, 'Slow down'))],
    ['a conflict', async () => Promise.reject(refused(409, 'Hm'))],
  ])('polls after %s until settled, without reporting failure', async (_, verify) => {
    let polls = 0
    await pay({
      verify,
      status: async () => {
        polls += 1
        if (polls === 1) throw offline
        return polls < 4 ? confirming : receipt
      },
    })
    await reached('confirming')
    expect(stored).toEqual(triple)
    await reached('enrolled')
    expect(polls).toBe(4)
    expect(log.filter((line) => /fail|error/i.test(line))).toEqual([])
  })

  test('stops polling after the last delay, and retry resumes it', async () => {
    let polls = 0
    await pay({
      verify: async () => confirming,
      status: async () => {
        polls += 1
        return polls > pollDelays.length ? receipt : confirming
      },
    })
    await new Promise<void>((resolve) =>
      flow.subscribe(() => {
        const now = flow.read()
        if (now.at === 'confirming' && !now.waiting) resolve()
      }),
    )
    expect(polls).toBe(pollDelays.length)
    flow.retry()
    await reached('enrolled')
  })

  test.each(['refund_due', 'review', 'refunded'] as const)("shows the server's message for status %s", async (status) => {
    await pay({ verify: async () => ({ status, message: 'The full amount goes back.' }) })
    expect(await reached('settled')).toEqual({
      at: 'settled',
      message: 'The full amount goes back.',
      again: status !== 'review',
    })
    expect(stored).toBeNull()
  })

  test('redirects to login and returns to this payment', async () => {
    await pay({ verify: async () => Promise.reject(refused(401, 'No.')), hasRefreshToken: () => true })
    await reached('signed-out')
    expect(log).toEqual(['checkout', 'login, then verify pay_1'])
    expect(stored).toEqual(triple)
  })

  test("shows the server's message for a forged answer", async () => {
    await pay({ verify: async () => Promise.reject(refused(400, 'Payment verification failed')) })
    expect(await reached('stopped')).toMatchObject({ cause: 'verification', message: 'Payment verification failed' })
    expect(stored).toBeNull()
  })

  test('a reload verifies the payment instead of starting again', async () => {
    begin({ start: async () => Promise.reject(new Error('must not start')) })
    stored = triple
    flow.open()
    await reached('enrolled')
    expect(log).toEqual(['success: Payment verified successfully!'])
  })
})

describe('returning to a receipt', () => {
  function back(status: () => Promise<PaymentStatus>, given: Partial<PaymentPorts> = {}) {
    begin({ status, ...given })
    receiptShown = true
    flow.open()
  }

  test('shows the receipt again without a second toast', async () => {
    back(async () => receipt, { start: async () => Promise.reject(new Error('must not start')) })
    await reached('enrolled')
    expect(log).toEqual([])
  })

  test('reports a refund and allows a new payment', async () => {
    back(async () => ({ status: 'refunded', message: 'Gone back.' }))
    expect(await reached('settled')).toEqual({ at: 'settled', message: 'Gone back.', again: true })
    flow.retry()
    await reached('paying')
    expect({ log, receiptShown }).toEqual({ log: ['checkout'], receiptShown: false })
  })

  test('asks again without an answer, and logs in without a session', async () => {
    let calls = 0
    back(async () => (++calls <= 3 ? Promise.reject(offline) : Promise.reject(refused(401, 'No.'))))
    expect(await reached('stopped')).toMatchObject({ cause: 'unchecked' })
    flow.retry()
    await reached('leaving')
    expect(log.at(-1)).toBe('login')
  })
})

describe('when the provider reports no payment', () => {
  function declined(status: () => Promise<PaymentStatus>) {
    begin({ status })
    flow.declined()
    flow.declined()
  }

  test.each(['none', 'open', 'refunded'] as const)('reports a failed payment when the status is %s', async (status) => {
    declined(async () => ({ status, message: '' }))
    expect(await reached('stopped')).toMatchObject({ cause: 'declined', message: 'The payment did not go through.' })
    expect(log).toEqual(['error: The payment did not go through.'])
  })

  test('reports success when the payment was captured', async () => {
    declined(async () => receipt)
    await reached('enrolled')
  })

  test('polls while the payment is being confirmed', async () => {
    let polls = 0
    declined(async () => (++polls < 3 ? confirming : receipt))
    await reached('enrolled')
    expect(log).toEqual(['success: Payment verified successfully!'])
  })
})

describe('after dismissing checkout', () => {
  async function dismiss(status: () => Promise<PaymentStatus>, given: Partial<PaymentPorts> = {}) {
    begin({ status, ...given })
    flow.open()
    await reached('paying')
    sheet?.dismissed()
  }

  test.each(['none', 'open', 'refunded'] as const)('reports a cancellation when the status is %s', async (status) => {
    await dismiss(async () => ({ status, message: '' }))
    await reached('leaving')
    expect(log).toEqual(['checkout', 'info: Payment cancelled by user', 'leave: cancelled'])
  })

  test('reports success when the payment was captured after all', async () => {
    await dismiss(async () => receipt)
    await reached('enrolled')
    expect(log).toEqual(['checkout', 'success: Payment verified successfully!'])
  })

  test('polls a payment that is being confirmed', async () => {
    let polls = 0
    await dismiss(async () => (++polls < 3 ? confirming : receipt))
    await reached('enrolled')
    expect(log).not.toContain('info: Payment cancelled by user')
  })

  test('does not report a cancellation while the status is unknown', async () => {
    let calls = 0
    await dismiss(async () => {
      calls += 1
      if (calls <= 3) throw offline
      return { status: 'open', message: '' }
    })
    expect(await reached('stopped')).toMatchObject({ cause: 'unchecked' })
    flow.retry()
    await reached('leaving')
    expect(log.at(-1)).toBe('leave: cancelled')
  })
})

describe('payments named in a URL', () => {
  const signedOut = async () => Promise.reject(refused(401, 'No.'))

  test('never reports an invented payment as received [SEC-061]', async () => {
    begin({ verify: signedOut })
    flow.confirm(triple)
    expect(await reached('signed-out')).toEqual({ at: 'signed-out', received: false })
    expect(stored).toBeNull()
  })

  test('never reports an invented payment as received during an outage [SEC-061]', async () => {
    let asked = 0
    begin({
      verify: async () => Promise.reject(refused(503, 'Away')),
      status: async () => {
        asked += 1
        return asked < 3 ? { status: 'none', message: 'Nothing has been started for this batch.' } : signedOut()
      },
    })
    const shown: string[] = []
    flow.subscribe(() => {
      const state = flow.read()
      if ('message' in state) shown.push(state.message)
    })
    flow.confirm(triple)
    expect(await reached('signed-out')).toEqual({ at: 'signed-out', received: false })
    expect(shown.join()).not.toContain('received')
  })

  test("reports this tab's own checkout as received [SEC-061]", async () => {
    begin({ verify: signedOut })
    stored = triple
    flow.confirm(triple)
    expect(await reached('signed-out')).toEqual({ at: 'signed-out', received: true })
  })

  test('reports a payment known to the server as received [SEC-061]', async () => {
    begin({ verify: async () => confirming, status: signedOut })
    flow.confirm(triple)
    expect(await reached('signed-out')).toEqual({ at: 'signed-out', received: true })
  })
})

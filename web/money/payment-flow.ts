import { ApiError } from '#contract/client.ts'
import type { PaymentOutcome, PaymentStatus, StartedPayment } from '#contract/money/payments.ts'
import { askStatus } from './ask-status.ts'
import { isCompleteOrder, onlyFirstCall } from './checkout-options.ts'
import { LinkRefused } from './link-refusal.ts'
import { PartRefused } from './part-refusal.ts'
import type { PaymentFlow, PaymentPorts } from './payment-ports.ts'
import { type CheckoutAnswer, outcomeState, type PaymentState, pollDelays, texts } from './payment-state.ts'
import {
  earlierPayment,
  isAlreadyEnrolled,
  isCouponRefused,
  isWorthRetrying,
  startErrorText,
  verifyErrorText,
} from './start-error.ts'

export function createPaymentFlow(ports: PaymentPorts): PaymentFlow {
  let state: PaymentState = { at: 'idle' }
  let email: string | undefined
  let paid: CheckoutAnswer | undefined
  /** A URL can name any payment, so this is true only for this tab's checkout or after the server's confirmation. */
  let received = false
  let registeredOnce = false
  let recheck: () => Promise<void> = checkDismissed
  const listeners = new Set<() => void>()

  function enter(next: PaymentState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function stop(cause: Extract<PaymentState, { at: 'stopped' }>['cause'], message: string): void {
    ports.notify('error', message)
    enter({ at: 'stopped', cause, message })
  }

  async function start(): Promise<void> {
    enter({ at: 'starting' })
    const renewable = ports.hasRefreshToken()
    let order: StartedPayment
    try {
      order = await ports.start()
    } catch (error) {
      return startFailed(error, renewable)
    }
    if (!isCompleteOrder(order)) return stop('start', texts.noOrder)
    email = order.email
    try {
      const once = onlyFirstCall()
      await ports.openCheckout(order, {
        paid: (answer) => once(() => void verifyOwn(answer))(),
        dismissed: once(() => void checkDismissed()),
      })
      if (state.at === 'starting') enter({ at: 'paying', order })
    } catch {
      stop('start', texts.noCheckout)
    }
  }

  function startFailed(error: unknown, renewable: boolean): void {
    if (error instanceof LinkRefused) return enter({ at: 'link-refused', link: error.state, message: error.message })
    if (error instanceof PartRefused) return enter({ at: 'part-refused', part: error.state, message: error.message })
    const text = startErrorText(error)
    if (error instanceof ApiError && error.status === 401) {
      return ports.registers && !renewable && !registeredOnce ? enter({ at: 'registering' }) : leaveForLogin()
    }
    // An earlier payment is in progress: wait for it instead of charging again.
    const earlier = earlierPayment(error)
    if (earlier) return settleOr(earlier, () => void poll(text))
    if (isAlreadyEnrolled(text)) {
      ports.notify('info', texts.alreadyEnrolled)
      enter({ at: 'leaving' })
      return ports.leave('already-enrolled')
    }
    if (isCouponRefused(error)) return stop('coupon', text)
    stop(isWorthRetrying(error) ? 'start' : 'refused', text)
  }

  function verifyOwn(answer: CheckoutAnswer): Promise<void> {
    received = true
    ports.unfinished.save(answer)
    return verify(answer)
  }

  async function verify(answer: CheckoutAnswer): Promise<void> {
    paid = answer
    enter({ at: 'verifying' })
    const renewable = ports.hasRefreshToken()
    try {
      const outcome = await ports.verify(answer)
      received = true
      settleOr(outcome, () => void poll(outcome.message || texts.paymentReceived))
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      if (status === 401) return signedOut(renewable)
      if (status !== 400 && status !== 403 && status !== 404) return poll(texts.checking)
      ports.unfinished.remove()
      stop('verification', verifyErrorText(error))
    }
  }

  function settleOr(answer: PaymentOutcome | PaymentStatus, fallback: () => void): void {
    const settled = outcomeState(answer, email)
    if (!settled) return fallback()
    ports.unfinished.remove()
    if (settled.at === 'enrolled') {
      ports.receipt.save(true)
      ports.notify('success', texts.verified)
    }
    enter(settled)
  }

  function signedOut(renewable: boolean): void {
    enter({ at: 'signed-out', received })
    // The client is already redirecting to /login, which must return to this payment instead of a new one.
    if (renewable) ports.goToLogin(paid, received)
  }

  async function poll(message: string): Promise<void> {
    enter({ at: 'confirming', message, waiting: true })
    for (const delay of pollDelays) {
      await ports.wait(delay)
      // The page was left; the server continues without it.
      if (listeners.size === 0) return
      const renewable = ports.hasRefreshToken()
      try {
        const status = await ports.status()
        const settled = outcomeState(status, email)
        if (settled) return settleOr(status, () => undefined)
        // The server knows the payment now, so its message replaces the local one.
        if (status.status !== 'confirming') continue
        received = true
        enter({ at: 'confirming', message: status.message, waiting: true })
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return signedOut(renewable)
      }
    }
    if (state.at === 'confirming') enter({ ...state, waiting: false })
  }

  /** Checks the payment status; calls `nothing` when there is no payment. */
  async function check(nothing: () => void, signedOut: () => void = leaveForLogin): Promise<void> {
    enter({ at: 'checking' })
    const status = await askStatus(ports)
    if (status === 'signed-out') return signedOut()
    if (status === 'unanswered') return stop('unchecked', texts.unchecked)
    received ||= status.status === 'confirming'
    if (status.status === 'confirming') return poll(status.message)
    // A completed refund belongs to an earlier purchase.
    if (status.status === 'none' || status.status === 'open' || status.status === 'refunded') return nothing()
    settleOr(status, nothing)
  }

  function checkDismissed(): Promise<void> {
    recheck = checkDismissed
    return check(cancelled)
  }

  function checkDeclined(): Promise<void> {
    recheck = checkDeclined
    const declined = () => stop('declined', texts.declined)
    return check(declined, declined)
  }

  async function showReceipt(): Promise<void> {
    recheck = showReceipt
    enter({ at: 'verifying' })
    const status = await askStatus(ports)
    if (status === 'signed-out') return leaveForLogin()
    if (status === 'unanswered') return stop('unchecked', texts.unchecked)
    const settled = outcomeState(status, email)
    if (settled) return enter(settled)
    await (status.status === 'confirming' ? poll(status.message) : restart())
  }

  function restart(): Promise<void> {
    ports.receipt.save(false)
    return start()
  }

  function leaveForLogin(): void {
    enter({ at: 'leaving' })
    ports.goToLogin()
  }

  function cancelled(): void {
    ports.notify('info', texts.cancelled)
    enter({ at: 'leaving' })
    ports.leave('cancelled')
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open() {
      if (state.at !== 'idle') return
      const before = ports.unfinished.read()
      void (before ? verifyOwn(before) : ports.receipt.read() ? showReceipt() : start())
    },
    confirm(answer) {
      if (state.at !== 'idle') return
      const own = ports.unfinished.read()
      void (own && sameAnswer(own, answer) ? verifyOwn(answer) : verify(answer))
    },
    declined() {
      if (state.at === 'idle') void checkDeclined()
    },
    retry() {
      if (state.at === 'confirming' && !state.waiting) void poll(state.message)
      if (state.at !== 'stopped' && state.at !== 'settled' && state.at !== 'link-refused') return
      void (state.at === 'stopped' && state.cause === 'unchecked' ? recheck() : restart())
    },
    payFullPrice() {
      if (state.at === 'link-refused') {
        ports.forgetLink()
        return void start()
      }
      if (state.at !== 'stopped' || state.cause !== 'coupon') return
      enter({ at: 'starting' })
      void ports.chooseFullPrice().then(start, (error: unknown) => startFailed(error, ports.hasRefreshToken()))
    },
    registered() {
      if (state.at !== 'registering') return
      registeredOnce = true
      void start()
    },
    cancelRegistration() {
      if (state.at !== 'registering') return
      enter({ at: 'leaving' })
      ports.leave('no-registration')
    },
  }
}

const sameAnswer = (a: CheckoutAnswer, b: CheckoutAnswer) =>
  a.razorpay_payment_id === b.razorpay_payment_id &&
  a.razorpay_order_id === b.razorpay_order_id &&
  a.razorpay_signature === b.razorpay_signature

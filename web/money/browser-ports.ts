import { readPaymentStatus, startPayment, verifyPayment } from '#contract/money/payments.ts'
import { readInstalmentStatus, startInstalment, startRest } from '#contract/money/instalments.ts'
import { timings } from '#contract/rules.ts'
import { pathTo } from '#contract/pages.ts'
import { call } from '#web/lib/api.ts'
import { sendBuyer } from '#web/lib/buyer-draft.ts'
import { chooseFullPrice, sendChoice } from '#web/lib/coupon/ask-price.ts'
import { forgetPlan } from '#web/lib/plan/kept-plan.ts'
import { forgetCode, removeCode } from '#web/lib/coupon/kept-code.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { readStored } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { checkoutOptions, needsCallback } from './checkout-options.ts'
import { forgetLink, openKeptLink } from './kept-link.ts'
import { loadCheckout } from './load-checkout.ts'
import { forgetPartLink, openKeptPart } from './kept-part-link.ts'
import type { PaymentPorts } from './payment-ports.ts'
import { texts } from './payment-state.ts'
import { removeCancelled, saveCancelled } from './cancelled-payment.ts'
import { readCheckout, removeCheckout, saveCheckout } from './unfinished-checkout.ts'

interface Surroundings {
  batchId: string
  /** The part of a place that is paid, or `rest` for all that are left; null for a purchase. */
  part: string | null
  brand: string
  checkoutUrl: string
  /** Goes home and replaces the current history entry. */
  goHome(): void
}

export function browserPorts({ batchId, part, brand, checkoutUrl, goHome }: Surroundings): PaymentPorts {
  const params = { batch_id: batchId }
  const page = pathTo('start-payment', batchId, part === null ? {} : { part })
  // A reload verifies what this page was paid with.
  const kept = part === null ? batchId : `${batchId}-${part}`
  return {
    registers: part === null,
    start() {
      // Preloads the script. Errors are handled when checkout opens.
      loadCheckout(checkoutUrl).catch(() => undefined)
      // The start never waits for the buyer. A start renews the session, so a failed call is worth a second one.
      const saved = sendBuyer()
      // The start reads what was chosen before it.
      const started =
        part === 'rest'
          ? call(startRest, { params })
          : part !== null
            ? openKeptPart(part, batchId).then(() => call(startInstalment, { params: { id: part } }))
            : openKeptLink(batchId)
                .then(() => sendChoice(Number(batchId)))
                .then(() => call(startPayment, { params }))
      started.then(
        async () => (await saved) || sendBuyer(),
        () => undefined,
      )
      return started
    },
    forgetLink: () => forgetLink(batchId),
    async chooseFullPrice() {
      removeCode()
      await chooseFullPrice(Number(batchId))
    },
    verify: (answer) => call(verifyPayment, { params, body: answer }),
    status: () =>
      part === null ? call(readPaymentStatus, { params }) : call(readInstalmentStatus, { params: { ...params, part } }),
    async openCheckout(order, on) {
      const Checkout = await loadCheckout(checkoutUrl)
      const callbackUrl = needsCallback(navigator.userAgent) ? `${location.origin}/api/payment/callback/${batchId}/` : undefined
      new Checkout(checkoutOptions(order, brand, on, callbackUrl)).open()
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    notify(kind, text) {
      // The page reloads right after this toast.
      if (text === texts.cancelled) toast.acrossLoad('forms', kind, text)
      else toast.form(kind, text)
    },
    hasRefreshToken: () => readStored('refreshToken') !== null,
    unfinished: {
      read: () => readCheckout(kept),
      save: (answer) => saveCheckout(kept, answer),
      remove: () => removeCheckout(kept),
    },
    receipt: {
      read: () => Boolean((history.state as { receipt?: boolean } | null)?.receipt),
      save(shown) {
        if (shown) removeCancelled()
        // A code is for one purchase.
        if (shown) forgetCode()
        if (shown) forgetPlan()
        if (shown) forgetLink(batchId)
        if (shown && part !== null) forgetPartLink(part)
        history.replaceState({ ...(history.state as object | null), receipt: shown }, '')
      },
    },
    goToLogin(paid, received = false) {
      if (paid) toast.acrossLoad('forms', 'info', received ? texts.logInToSee : texts.logInToCheck)
      location.assign(pathToLogin(paid ? pathTo('verify-payment', batchId, paid) : page))
    },
    leave(reason) {
      // A part is paid from the history of payments, which shows it.
      if (part !== null) return location.replace(pathTo('my-payments'))
      if (reason === 'already-enrolled') {
        removeCancelled()
        forgetLink(batchId)
      } else saveCancelled(batchId)
      if (reason !== 'cancelled') return goHome()
      // Replaces the URL at once, so that a slow reload cannot start the payment again.
      history.replaceState(null, '', '/home')
      setTimeout(() => location.reload(), timings.cancelReload)
    },
  }
}

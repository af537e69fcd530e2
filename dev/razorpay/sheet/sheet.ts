import type { Problems } from './card-form.ts'
import { readCard, wireCardForm } from './card-form.ts'
import { wireTabs } from './choose-method.ts'
import { type Closing, wireClosing } from './close-sheet.ts'
import { countDown } from './count-down.ts'
import { fillOrder, fillPayer, fillTests } from './fill-sheet.ts'
import { find } from './find-element.ts'
import type { PaidAnswer, PaymentError, Preferences, SheetOptions, ToPage, ToSheet } from './messages.ts'
import { readOptions } from './read-options.ts'
import type { Sent } from './send-payment.ts'
import { loadPreferences, sendPayment } from './send-payment.ts'
import { showForm, showMessage } from './show-message.ts'
import { readUpi } from './upi-form.ts'

const showSuccessMs = 900
// Safe to read from the URL: the server allows only this origin to frame the document.
const page = new URLSearchParams(location.search).get('origin') ?? location.origin
const post = (message: ToPage) => parent.postMessage(message, page)

function showProblems(fields: HTMLInputElement[], problems: Problems): void {
  for (const field of fields) {
    const problem = problems.get(field)
    find(`${field.id}-problem`, HTMLElement).textContent = problem ?? ''
    field.ariaInvalid = problem === undefined ? null : 'true'
  }
  fields.find((field) => problems.has(field))?.focus()
}

function open(options: SheetOptions, preferences: Preferences, closing: Closing): void {
  const fields = {
    number: find('number', HTMLInputElement),
    expiry: find('expiry', HTMLInputElement),
    cvv: find('cvv', HTMLInputElement),
    name: find('name', HTMLInputElement),
  }
  const vpa = find('vpa', HTMLInputElement)
  const alert = find('alert', HTMLElement)
  fillOrder(options, preferences)
  const payer = fillPayer(options)
  const tabs = wireTabs(options.methods, options.prefill?.method)
  fillTests(preferences, (method) => {
    showProblems([...Object.values(fields), vpa], new Map())
    tabs.choose(method)
  })
  wireCardForm(fields, find('mark', HTMLElement))
  const timer = countDown(options.timeout, () => {
    if (!closing.inProgress) post({ to: 'page', type: 'dismissed', reason: 'timeout' })
  })
  let retries = options.retries

  const paid = (answer: PaidAnswer) => {
    timer.stop()
    showMessage({ sign: 'done', title: 'Payment successful', text: `Taking you back to ${options.name ?? 'the page'}.` })
    find('close', HTMLElement).hidden = true
    setTimeout(() => post({ to: 'page', type: 'paid', answer }), showSuccessMs)
  }
  const failed = (error: PaymentError) => {
    const final = retries <= 0
    retries -= 1
    closing.inProgress = false
    post({ to: 'page', type: 'failed', error, final })
    if (final) return
    const again = () => {
      showForm()
      ;(tabs.chosen() === 'card' ? fields.number : vpa).focus()
    }
    showMessage({
      sign: 'failed',
      title: 'Payment failed',
      text: error.description,
      choices: [
        { label: 'Try again', does: again },
        { label: 'Close', does: dismiss, quiet: true },
      ],
    })
  }
  const answered = (sent: Sent, attempt: Record<string, unknown>) => {
    switch (sent.status) {
      case 'success':
        paid({
          razorpay_payment_id: sent.razorpay_payment_id,
          razorpay_order_id: sent.razorpay_order_id,
          razorpay_signature: sent.razorpay_signature,
        })
        return
      case 'failed':
        failed(sent.error)
        return
      case 'refused':
        closing.inProgress = false
        showForm()
        alert.textContent = sent.description
        alert.hidden = false
        alert.focus()
        return
      case 'pending':
        showMessage({
          sign: 'waiting',
          title: 'Waiting for your bank',
          text: 'Your bank has not answered yet. You can leave this page; the payment completes by itself once it does.',
          choices: [{ label: 'Leave', does: dismiss, quiet: true }],
        })
        return
      case 'unknown':
        showMessage({
          sign: 'waiting',
          title: 'Connection lost',
          text: 'We do not know yet whether you have paid. Check again: you are never charged twice for it.',
          choices: [{ label: 'Check again', does: () => void send(attempt) }],
        })
    }
  }
  const send = async (attempt: Record<string, unknown>) => {
    closing.inProgress = true
    showMessage({ sign: 'busy', title: 'Paying', text: 'Please wait, this takes a moment.' })
    answered(await sendPayment(attempt), attempt)
  }

  find('form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    if (closing.inProgress) return
    alert.hidden = true
    const chosen = tabs.chosen()
    const { problems, method } = chosen === 'card' ? readCard(fields, preferences) : readUpi(vpa)
    showProblems(chosen === 'card' ? Object.values(fields) : [vpa], problems)
    if (problems.size > 0) return
    post({ to: 'page', type: 'submitted', method: chosen })
    void send({
      attempt_id: crypto.randomUUID(),
      key: options.key,
      order_id: options.order_id,
      ...(options.amount === undefined ? {} : { amount: options.amount }),
      ...(options.description === undefined ? {} : { description: options.description }),
      method,
      ...payer(),
    })
  })

  if (preferences.order.status === 'paid') {
    showMessage({
      sign: 'done',
      title: 'Already paid',
      text: 'This order has been paid. Nothing more to do.',
      choices: [{ label: 'Close', does: dismiss }],
    })
  } else {
    showForm()
    // Who has begun to type while the order was loading stays in the field.
    if (!(document.activeElement instanceof HTMLInputElement)) (tabs.chosen() === 'card' ? fields.number : vpa).focus()
  }
}

const dismiss = () => post({ to: 'page', type: 'dismissed', reason: 'user' })

let isClosingEarly = false
/** Escape before the options have come. */
function closeEarly(event: KeyboardEvent): void {
  isClosingEarly ||= event.key === 'Escape'
}

function start(event: MessageEvent<ToSheet>): void {
  if (event.source !== parent || event.origin !== page || event.data?.type !== 'open') return
  removeEventListener('message', start)
  const options = readOptions(event.data.options)
  // Closing works while the order is still loading.
  removeEventListener('keydown', closeEarly)
  const closing = wireClosing(options, dismiss)
  if (isClosingEarly && options.escape) closing.ask()
  addEventListener('message', (asked: MessageEvent<ToSheet>) => {
    if (asked.source === parent && asked.origin === page && asked.data?.type === 'ask-to-close') closing.ask()
  })
  loadPreferences(options.key, options.order_id).then(
    (preferences) => open(options, preferences, closing),
    (error: unknown) => {
      find('brand', HTMLElement).textContent = options.name ?? 'Payment'
      showMessage({
        sign: 'failed',
        title: 'Payment could not start',
        text: error instanceof Error ? error.message : String(error),
        choices: [{ label: 'Close', does: dismiss }],
      })
    },
  )
}

addEventListener('keydown', closeEarly)
addEventListener('message', start)
post({ to: 'page', type: 'ready' })

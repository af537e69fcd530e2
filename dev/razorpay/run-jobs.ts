import { emitEvents } from './emit-events.ts'
import { authorise } from './pay-order.ts'
import { findOrder, findPayment, findRefund } from './records.ts'
import { failRefund, makeRefund, settleRefund } from './refund-payment.ts'
import { settle } from './settle.ts'
import type { Sandbox } from './sandbox.ts'

/** Runs all due jobs, oldest first. */
export function runJobs(sandbox: Sandbox): void {
  for (;;) {
    const job = sandbox.store.get('select * from jobs where due_at <= ? order by due_at, seq limit 1', sandbox.clock.now())
    if (!job) return
    sandbox.store.transaction(() => {
      sandbox.store.run('delete from jobs where seq = ?', Number(job['seq']))
      perform(sandbox, String(job['kind']), String(job['subject']))
    })
  }
}

function perform(sandbox: Sandbox, kind: string, subject: string): void {
  if (kind === 'settle') settle(sandbox, Number(subject))
  else if (kind === 'authorise_late') authoriseLate(sandbox, subject)
  else if (kind === 'expire_authorisation') expireAuthorisation(sandbox, subject)
  else {
    const refund = findRefund(sandbox.store, subject)
    const payment = findPayment(sandbox.store, refund.payment_id)
    if (refund.status !== 'pending') return
    const settled =
      kind === 'fail_refund' ? failRefund(sandbox, payment, refund) : settleRefund(sandbox, payment, refund, 'normal')
    emitEvents(sandbox, [settled])
  }
}

/** Authorises a failed payment late. It is captured only while its order allows that and is unpaid. */
export function authoriseLate(sandbox: Sandbox, paymentId: string, wanted?: { capture: boolean; webhook: boolean }): void {
  const payment = findPayment(sandbox.store, paymentId)
  if (payment.status !== 'failed' && payment.status !== 'created') return
  const order = findOrder(sandbox.store, payment.order_id)
  const minutes = (sandbox.clock.seconds() - payment.created_at) / 60
  const own = order.capture.automatic && minutes <= order.capture.automaticExpiryMinutes && order.wire.status !== 'paid'
  emitEvents(sandbox, authorise(sandbox, order, payment, wanted?.capture ?? own), wanted?.webhook)
}

/** Refunds an authorised payment that was not captured in time. */
function expireAuthorisation(sandbox: Sandbox, paymentId: string): void {
  const payment = findPayment(sandbox.store, paymentId)
  if (payment.status !== 'authorized') return
  makeRefund(sandbox, payment, { amount: payment.amount, notes: [], receipt: null, speed: 'normal', request: 'uncaptured' })
}

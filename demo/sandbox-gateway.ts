import { createOrder } from '#dev/razorpay/create-order.ts'
import { findPayment, listPayments } from '#dev/razorpay/records.ts'
import type { Sandbox } from '#dev/razorpay/sandbox.ts'
import { listSettled, listSettlements } from '#dev/razorpay/settle.ts'
import type { Gateway } from '#server/money/provider/gateway.ts'
import { automaticCapture } from '#server/money/provider/razorpay.ts'
import {
  listedSettlement,
  payment,
  settledEntity,
  toPayment,
  toSettled,
  toSettlement,
} from '#server/money/provider/razorpay-entities.ts'

/** Calls the sandbox of this process for what every sale asks; over HTTP that was half of the time. The rest goes by `gateway`. */
export function sandboxGateway(gateway: Gateway, sandbox: Sandbox): Gateway {
  const { store } = sandbox
  return {
    ...gateway,
    async createOrder({ amount, currency, receipt, notes }) {
      const { id } = createOrder(sandbox, { amount, currency, receipt, notes, payment: automaticCapture })
      return { id, amount, currency, receipt }
    },
    fetchPayment: async (_keyId, id) => toPayment(payment.parse(findPayment(store, id))),
    listSettlements: async (_keyId, { from, to, ...page }) =>
      listSettlements(sandbox, { from: from.getTime() / 1000, to: to.getTime() / 1000, ...page }).map((one) =>
        toSettlement(listedSettlement.parse(one)),
      ),
    listSettled: async (_keyId, { day: date, ...page }) => {
      const [year = 0, month = 0, day] = date.split('-').map(Number)
      return listSettled(sandbox, { year, month, day, ...page }).map((one) => toSettled(settledEntity.parse(one)))
    },
    listPaymentsOfOrder: async (_keyId, id) =>
      listPayments(store, { where: 'order_id = ?', values: [id], count: 100, skip: 0 }).map((one) =>
        toPayment(payment.parse(one)),
      ),
  }
}

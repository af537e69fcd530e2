import { createOrder } from '#dev/razorpay/create-order.ts'
import { findPayment, listPayments } from '#dev/razorpay/records.ts'
import type { Sandbox } from '#dev/razorpay/sandbox.ts'
import type { Gateway } from '#server/money/provider/gateway.ts'
import { automaticCapture } from '#server/money/provider/razorpay.ts'
import { payment, toPayment } from '#server/money/provider/razorpay-entities.ts'

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
    listPaymentsOfOrder: async (_keyId, id) =>
      listPayments(store, { where: 'order_id = ?', values: [id], count: 100, skip: 0 }).map((one) =>
        toPayment(payment.parse(one)),
      ),
  }
}

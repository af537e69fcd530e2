import { ApiError } from '#contract/client.ts'
import type { PaymentStatus } from '#contract/money/payments.ts'
import type { PaymentPorts } from './payment-ports.ts'

/** Fetches the payment status, up to three times. */
export async function askStatus(ports: PaymentPorts): Promise<PaymentStatus | 'signed-out' | 'unanswered'> {
  for (const delay of [0, 1000, 2000]) {
    if (delay > 0) await ports.wait(delay)
    try {
      return await ports.status()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return 'signed-out'
    }
  }
  return 'unanswered'
}

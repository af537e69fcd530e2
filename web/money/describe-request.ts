import type { PurchaseRequest } from '#contract/money/payments.ts'
import { formatPlainDay } from '#ui/format.ts'

const names = { refund: 'Refund request', transfer: 'Transfer request' } as const
const states: Record<PurchaseRequest['status'], string> = {
  open: 'we are looking at it',
  withdrawn: 'withdrawn',
  approved: 'approved',
  declined: 'declined',
}

export function describeRequest(request: PurchaseRequest): string {
  const day = formatPlainDay(request.decided_at ?? request.created_at)
  return `${names[request.kind]} ${request.status === 'open' ? `of ${day}: ${states.open}` : `${states[request.status]} on ${day}`}`
}

/** Describes the target batch of a transfer: `Weekday evening, from 11 January 2027`. */
export function describeTarget({ to_batch: target }: PurchaseRequest): string | null {
  return target ? `${target.batch_type}, from ${formatPlainDay(`${target.date}T00:00:00+05:30`)}` : null
}

import { rupeesOf } from '#server/platform/text/format.ts'
import type { ListedPayment } from '#server/money/settlement/list-recent-payments.ts'
import type { OpenRequest } from '#server/money/requests/list-open-requests.ts'
import type { SeriesState, SeriesStates } from '#server/money/invoicing/read-series.ts'
import { serialOf } from '#server/money/invoicing/series.ts'
import { type Ledger, ledgerProblems } from '#server/money/settlement/read-ledger.ts'
import type { ListedDispute } from '#server/money/settlement/list-disputes.ts'
import type { Review } from '#server/money/settlement/list-review.ts'

const minuteOf = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
const lineOf = (...parts: (string | number | null)[]) => parts.filter((part) => part !== null && part !== '').join('  ')

export function paymentLine(payment: ListedPayment): string {
  return lineOf(
    String(payment.id).padStart(6),
    payment.provider_payment_id,
    minuteOf(payment.paid_at),
    rupeesOf(payment.amount_paise).padStart(14),
    payment.disposition.padEnd(10),
    payment.email,
    `${payment.course_title} (batch ${payment.batch_id})`,
    payment.refund_problem && `refund: ${payment.refund_problem}`,
  )
}

export function disputeLine(dispute: ListedDispute): string {
  return lineOf(
    'dispute',
    dispute.provider_dispute_id,
    dispute.provider_payment_id,
    rupeesOf(dispute.amount_paise),
    dispute.status,
    dispute.respond_by && `answer by ${minuteOf(dispute.respond_by)}`,
    dispute.amount_deducted_paise > 0 ? `${rupeesOf(dispute.amount_deducted_paise)} deducted` : null,
    dispute.phase,
    dispute.reason_code,
    dispute.email,
  )
}

export function reviewLines(review: Review): string[] {
  return [
    ...review.payments.map(paymentLine),
    ...review.disputes.map(disputeLine),
    ...review.lateRefunds.map((refund) =>
      lineOf(
        'refund',
        refund.id,
        refund.provider_payment_id,
        rupeesOf(refund.amount_paise),
        `${refund.status} since ${minuteOf(refund.created_at)}`,
        refund.email,
      ),
    ),
    ...review.unmatched.map((payment) =>
      lineOf(
        'unmatched',
        payment.provider_payment_id,
        payment.paid_at && minuteOf(payment.paid_at),
        `${payment.age_days} ${payment.age_days === 1 ? 'day' : 'days'} old`,
        rupeesOf(payment.amount_paise - payment.refunded_paise),
        payment.refunded_paise > 0 ? `of ${rupeesOf(payment.amount_paise)}, the rest is refunded` : null,
        payment.status,
        `receipt ${payment.receipt} (batch ${payment.batch_id})`,
        payment.email,
        payment.contact,
      ),
    ),
    ...review.events.map((event) =>
      lineOf('event ', event.event_id, minuteOf(event.received_at), event.event_type, event.last_error),
    ),
  ]
}

export function requestLine(request: OpenRequest): string {
  const batches =
    request.to_batch_id === null ? `batch ${request.batch_id}` : `batch ${request.batch_id} to ${request.to_batch_id}`
  return lineOf(
    String(request.id).padStart(6),
    request.kind.padEnd(8),
    minuteOf(request.created_at),
    rupeesOf(request.amount_paise).padStart(14),
    request.email,
    `${request.course_title} (${batches})`,
    // A reason can have several lines; the list has one line per request.
    request.reason.replaceAll(/\s+/g, ' '),
  )
}

export function ledgerLines(ledger: Ledger): string[] {
  const problems = ledgerProblems(ledger)
  return [
    `captured   ${ledger.captured} payments, ${rupeesOf(ledger.captured_paise)}`,
    `enrolled   ${ledger.enrolled}`,
    `refunded   ${ledger.refunded}, ${rupeesOf(ledger.refunded_paise)} sent back in all`,
    `refund due ${ledger.refund_due}`,
    `review     ${ledger.review}`,
    ...(ledger.unmatched > 0
      ? [`unmatched  ${ledger.unmatched} payments that no order explains, ${rupeesOf(ledger.unmatched_paise)}`]
      : []),
    ...(ledger.disputes_lost > 0 ? [`lost       ${ledger.disputes_lost} disputes, ${rupeesOf(ledger.lost_paise)} deducted`] : []),
    ...(ledger.to_decide > 0
      ? [
          `to decide  ${ledger.to_decide === 1 ? '1 payment waits' : `${ledger.to_decide} payments wait`} for a person: npm run payments -- review`,
        ]
      : []),
    ledger.compared_at
      ? `compared with the provider on ${minuteOf(ledger.compared_at)}: ${ledger.differences.length} differences`
      : 'not compared with the provider yet',
    ...ledger.differences,
    ...ledger.figure_differences,
    problems.length === 0 ? 'The ledger balances.' : `The ledger does not balance: ${problems.join(', ')}.`,
  ]
}

const seriesNames: Record<SeriesState['series'], string> = {
  receipt: 'receipts and invoices',
  credit_note: 'credit notes',
  financial_credit_note: 'credit notes without tax',
  refund_note: 'refund notes',
}

export function seriesLines({ series, restore, waiting }: SeriesStates): string[] {
  return [
    ...series.map((state) => lineOf(serialOf(state.series, state), seriesNames[state.series])),
    restore
      ? `A snapshot of ${minuteOf(restore.snapshot_at)} UTC was restored on ${minuteOf(restore.restored_at)}. ${waiting} documents wait until you say what was issued after it: npm run payments -- issued none | new | ${series.map((state) => serialOf(state.series, state)).join(' ')}`
      : 'No restore waits for an answer.',
  ]
}

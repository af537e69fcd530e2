import { Link } from 'react-router'
import { type ImportRecord, type ImportRow, paymentColumns, type PaidLines } from '#contract/desk/staff/imports.ts'
import { offlineMethodNames } from '#contract/money/staff/approvals.ts'
import { offlineStateNames } from '#contract/money/staff/offline-payments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { parsePaise } from '#console/kit/fields/money.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { columnLabels } from './column-labels.ts'
import { type ImportCell, type Repair, RepairInput } from './repair.tsx'

const paymentWords = {
  paid: '',
  waits: 'It waits for a second person.',
  at_bank: 'The cheque enrols when it clears.',
} as const

/** An amount as it was typed; rupees where it is no more than a number. */
function formatAmount(text: string): string {
  const paise = parsePaise(text)
  return paise === null || Number.isNaN(paise) ? text : formatPaise(paise)
}

const isOpen = (state: ImportRow['payment_state']) => state === 'waiting' || state === 'received' || state === 'return_due'

/** What is recorded for a line: amount, method, reference and day. */
export function PaymentOfLine({ row, paid }: { row: ImportRow; paid: PaidLines | null }) {
  const { amount, method, reference, received_on: typed, received_day, price_paise: price, payment, payment_state: state } = row
  // Since the run, the payment says itself how far it is.
  const words = state ? offlineStateNames[state] : payment ? paymentWords[payment] : ''
  const due = paid?.amount_paise ?? price
  // As it is recorded: 02/03/2026 is a day in March, whatever the file meant.
  const day = received_day ?? (typed === '' ? paid?.received_on : undefined)
  const parts = [
    amount === '' ? (due === null ? '' : formatPaise(due)) : formatAmount(amount),
    method === '' && paid?.method ? offlineMethodNames[paid.method] : method,
    reference,
    day ? formatPlainDay(`${day}T12:00:00Z`) : typed,
  ].filter(Boolean)
  return (
    <p className="mt-1 text-sm text-muted">
      <span className="figures break-words">{parts.join(' · ')}</span>
      {words === '' ? null : row.offline_payment_id === null ? (
        <span className="block text-signal">{words}</span>
      ) : (
        <Link
          to={`/offline-payments/${row.offline_payment_id}`}
          className={`block w-fit min-h-6 underline underline-offset-2 touch:min-h-11 ${isOpen(state) ? 'text-signal' : ''}`}
        >
          {words}
        </Link>
      )}
    </p>
  )
}

/** What stands below a line: the fields of its payment, where one of them is repaired. */
export const paymentFieldsOf = (record: ImportRecord, repair: Repair) => (row: ImportRow) =>
  record.paid && paymentColumns.some((cell) => repair.isField(row, cell)) ? <PaymentInputs {...{ record, repair, row }} /> : null

/** The payment of a line that is repaired. */
function PaymentInputs({ record, repair, row }: { record: ImportRecord; repair: Repair; row: ImportRow }) {
  const { paid, approval_above_paise: limit } = record
  const price = paid?.amount_paise ?? row.price_paise
  const hints: Partial<Record<ImportCell, string>> = {
    amount: price === null ? '' : formatPaise(price),
    method: paid?.method ? offlineMethodNames[paid.method] : '',
    received_on: paid?.received_on ?? '',
  }
  return (
    <div className="grid gap-x-3 gap-y-2 max-md:pb-2 sm:grid-cols-2 lg:grid-cols-4">
      {paymentColumns.map((cell) => (
        <RepairInput
          key={cell}
          {...{ repair, row, cell, limit }}
          label={columnLabels[cell]}
          isLabelled
          {...(hints[cell] ? { hint: hints[cell] } : {})}
        />
      ))}
    </div>
  )
}

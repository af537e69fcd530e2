import type { ReactNode } from 'react'
import { formatClock, formatPlainDay, formatRupees } from '#ui/format.ts'
import { Documents, PaymentNotes } from './payment-notes.tsx'
import type { PaymentRow } from './read-payments.ts'

const columns = ['Date', 'Course', 'Instructor', 'Payment ID', 'Amount', 'Status', 'Documents'] as const

const statuses: Record<PaymentRow['status'], { text: string; variant: string; shape: string }> = {
  paid: { text: 'Paid', variant: 'text-good', shape: 'rounded-full bg-good forced-colors:bg-[CanvasText]' },
  confirming: { text: 'Confirming', variant: 'text-signal', shape: 'rounded-full border-2 border-signal' },
  refund_due: { text: 'Refund on its way', variant: 'text-signal', shape: 'rotate-45 bg-signal forced-colors:bg-[CanvasText]' },
  refunded: { text: 'Refunded', variant: 'text-muted', shape: 'rotate-45 bg-muted forced-colors:bg-[CanvasText]' },
  review: { text: 'Being checked', variant: 'text-signal', shape: 'bg-signal forced-colors:bg-[CanvasText]' },
}

/** The place of each cell between phone and desktop, where seven columns do not fit beside each other. */
const places: Record<(typeof columns)[number], string> = {
  Date: 'min-[45rem]:max-lg:col-start-1 min-[45rem]:max-lg:row-span-3 min-[45rem]:max-lg:row-start-1',
  Course: 'min-[45rem]:max-lg:col-start-2 min-[45rem]:max-lg:row-start-1',
  Instructor: 'min-[45rem]:max-lg:col-start-2 min-[45rem]:max-lg:row-start-2 min-[45rem]:max-lg:text-muted',
  'Payment ID': 'min-[45rem]:max-lg:col-start-2 min-[45rem]:max-lg:row-start-3 min-[45rem]:max-lg:text-xs',
  Amount:
    'min-[45rem]:max-lg:col-start-3 min-[45rem]:max-lg:justify-self-end min-[45rem]:max-lg:text-right min-[45rem]:max-lg:row-start-1',
  Status:
    'min-[45rem]:max-lg:col-start-3 min-[45rem]:max-lg:justify-self-end min-[45rem]:max-lg:text-right min-[45rem]:max-lg:row-start-2',
  Documents:
    'min-[45rem]:max-lg:col-start-3 min-[45rem]:max-lg:justify-self-end min-[45rem]:max-lg:text-right min-[45rem]:max-lg:row-start-3',
}

/** A table on a desktop, rows on a tablet, cards on a phone. Explicit roles, because changing `display` removes the semantics. */
export function PaymentTable({ payments }: { payments: readonly PaymentRow[] }) {
  return (
    <div className="rounded-lg lg:overflow-hidden lg:border lg:border-line lg:bg-surface lg:shadow-card">
      <table role="table" aria-label="Payment history" className="block w-full text-left text-sm lg:table">
        <thead role="rowgroup" className="max-lg:sr-only">
          <tr role="row" className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={`px-4 py-4 text-xs font-semibold text-muted first:pl-6 last:pr-6 ${column === 'Amount' ? 'text-right' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block space-y-4 lg:table-row-group">
          {payments.map((payment) => (
            <tr
              key={payment.id}
              role="row"
              className="block rounded-lg border border-line bg-surface px-5 py-3 shadow-card min-[45rem]:max-lg:grid min-[45rem]:max-lg:grid-cols-[8.5rem_minmax(0,1fr)_minmax(10rem,auto)] min-[45rem]:max-lg:gap-x-5 min-[45rem]:max-lg:py-5 lg:table-row lg:rounded-none lg:border-x-0 lg:border-t-0 lg:shadow-none lg:last:border-b-0"
            >
              <Cell name="Date" className="figures whitespace-nowrap">
                {dateOf(payment.payment_date)}
              </Cell>
              <Cell name="Course" className="font-semibold">
                {payment.course_title || '–'}
              </Cell>
              <Cell name="Instructor">{payment.instructor_name || '–'}</Cell>
              <Cell name="Payment ID" className="figures wrap-anywhere text-muted xl:text-xs xl:whitespace-nowrap">
                {payment.razorpay_payment_id || '–'}
              </Cell>
              <Cell name="Amount" className="figures font-semibold whitespace-nowrap lg:text-right">
                {Number.isFinite(payment.amount) ? formatRupees(payment.amount) : '–'}
              </Cell>
              <Cell name="Status">
                <Status status={payment.status} />
                <PaymentNotes payment={payment} />
              </Cell>
              <Cell name="Documents">
                <Documents payment={payment} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ name, className = '', children }: { name: (typeof columns)[number]; className?: string; children: ReactNode }) {
  return (
    <td
      role="cell"
      className={`flex items-baseline justify-between gap-6 py-2 min-[45rem]:max-lg:block min-[45rem]:max-lg:py-0.5 lg:table-cell lg:px-4 lg:py-5 lg:first:pl-6 lg:last:pr-6 ${places[name]}`}
    >
      <span aria-hidden="true" className="shrink-0 text-muted min-[45rem]:hidden">
        {name}
      </span>
      <span className={`block min-w-0 max-[45rem]:text-right ${className}`}>{children}</span>
    </td>
  )
}

function Status({ status }: { status: PaymentRow['status'] }) {
  const { text, variant, shape } = statuses[status]
  return (
    <span className={`inline-flex items-center gap-2 font-semibold whitespace-nowrap ${variant}`}>
      <span aria-hidden="true" className={`size-2 shrink-0 ${shape}`} />
      {text}
    </span>
  )
}

function dateOf(instant: string): ReactNode {
  if (Number.isNaN(Date.parse(instant))) return instant || '–'
  return (
    <time dateTime={instant}>
      {formatPlainDay(instant)}
      <span className="block text-xs text-muted">{formatClock(instant)}</span>
    </time>
  )
}

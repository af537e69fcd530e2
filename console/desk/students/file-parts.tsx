import { leadStateNames, leadKindNames } from '#contract/desk/staff/leads.ts'
import { documentKindNames } from '#contract/money/staff/documents.ts'
import { requestStateNames } from '#contract/money/staff/requests.ts'
import { ArrowRightLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { fileRows, type StudentFile } from '#contract/desk/staff/students.ts'
import { formatPlainDay, formatShortDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { methodName } from '#console/money/dialogs/payment-state.tsx'
import { EntryState } from '#console/enrolment/waitlist/entry-state.tsx'
import { InstalmentState } from '#console/money/instalments/instalment-state.tsx'
import { TransferDialogOf } from '#console/money/dialogs/transfer-dialog.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useNavigation } from '#console/kit/parts/navigation.ts'
import { Part, Row } from './part.tsx'

/** A link to a record, where the role has its screen; its name alone elsewhere. */
function RecordLink({ screen, id, children }: { screen: string; id: number; children: ReactNode }) {
  const isThere = useNavigation().some(({ destinations }) => destinations.some(({ path }) => path === screen))
  if (!isThere) return children
  return (
    <Link to={`${screen}/${id}`} className="inline-flex min-h-6 items-center hover:text-accent hover:underline">
      {children}
    </Link>
  )
}

const enrolmentNames = { active: 'Attends', over: 'Over', ended: 'Ended' } as const
const enrolmentTones = { active: 'good', over: 'neutral', ended: 'neutral' } as const

type Enrolment = StudentFile['enrolments'][number]

const isAhead = (start: Date) => start.getTime() > Date.now()

function EnrolmentState({ state, starts_at: startsAt }: Enrolment) {
  const start = new Date(startsAt)
  // The line beside it has the year.
  if (state === 'active' && isAhead(start)) return <Badge tone="ahead">Starts {formatShortDay(startsAt)}</Badge>
  return <Badge tone={enrolmentTones[state]}>{enrolmentNames[state]}</Badge>
}

export function Enrolments({ rows }: { rows: StudentFile['enrolments'] }) {
  const { may } = useAccess()
  const [moving, setMoving] = useState<number | null>(null)
  return (
    <>
      <Part title="Enrolments" count={rows.length} most={fileRows} folds empty="Enrolled in no batch yet.">
        {rows.map((enrolment) => (
          <Row
            key={enrolment.id}
            name={
              <RecordLink screen="/batches" id={enrolment.batch_id}>
                {enrolment.course}
              </RecordLink>
            }
            line={[
              `Batch ${enrolment.batch_id} from ${formatPlainDay(enrolment.starts_at)}`,
              enrolment.payment_id === null ? 'without a payment' : 'paid',
              enrolment.moved_at ? `moved here on ${formatPlainDay(enrolment.moved_at)}` : '',
              enrolment.ended_at ? `ended on ${formatPlainDay(enrolment.ended_at)}` : '',
            ]
              .filter(Boolean)
              .join(', ')}
            side={
              <span className="flex flex-wrap items-center justify-end gap-2">
                <EnrolmentState {...enrolment} />
                {enrolment.state === 'active' && may('enrolments:write') ? (
                  <Button
                    aria-label={`Move to another batch: ${enrolment.course}, batch ${enrolment.batch_id}`}
                    onClick={() => setMoving(enrolment.id)}
                  >
                    <ArrowRightLeft aria-hidden="true" className="size-3.5" />
                    <span className="max-sm:sr-only">Move to another batch</span>
                  </Button>
                ) : null}
              </span>
            }
          />
        ))}
      </Part>
      {moving === null ? null : <TransferDialogOf enrolmentId={moving} onClose={() => setMoving(null)} />}
    </>
  )
}

type Payment = StudentFile['payments'][number]

/** What became of the money, in a word. */
function moneyState({ status, disposition, refunded_paise, due_paise }: Payment): {
  text: string
  tone: 'good' | 'ahead' | 'signal' | 'bad' | 'neutral'
} {
  if (disposition === 'refund_due' || (disposition === 'enrolled' && due_paise > 0)) return { text: 'Refund due', tone: 'signal' }
  if (disposition === 'enrolled')
    return refunded_paise > 0 ? { text: 'Partly refunded', tone: 'neutral' } : { text: 'Paid', tone: 'good' }
  if (disposition === 'refunded') return { text: 'Refunded', tone: 'neutral' }
  if (disposition === 'review') return { text: 'In review', tone: 'signal' }
  return status === 'failed' ? { text: 'Failed', tone: 'bad' } : { text: 'Not confirmed', tone: 'ahead' }
}

const refundNames = {
  queued: 'is due',
  sent: 'is on its way',
  pending: 'is on its way',
  processed: 'was sent',
  failed: 'failed',
} as const

export function Payments({ payments, refunds }: { payments: StudentFile['payments']; refunds: StudentFile['refunds'] }) {
  return (
    <Part title="Payments" count={payments.length} most={fileRows} folds empty="Nothing was paid yet.">
      {payments.map((payment) => {
        const { text, tone } = moneyState(payment)
        const returned = refunds.filter(({ payment_id: id }) => id === payment.id)
        return (
          <Row
            key={payment.id}
            name={
              <RecordLink screen="/payments" id={payment.id}>
                {payment.course}
              </RecordLink>
            }
            line={
              <>
                {formatPlainDay(payment.received_on ?? payment.paid_at)}
                {payment.method ? `, ${methodName(payment.method)}` : ''}
                {/* The id of an offline payment says nothing to a person; its page has the reference. */}
                {payment.provider_payment_id.startsWith('offline_') ? null : (
                  <span className="block text-xs wrap-anywhere">{payment.provider_payment_id}</span>
                )}
                {returned.map((refund) => (
                  <span key={refund.id} className="block">
                    Refund of <span className="figures">{formatPaise(refund.amount_paise)}</span> {refundNames[refund.status]}.
                  </span>
                ))}
              </>
            }
            figure={formatColumnPaise(payment.amount_paise)}
            side={<Badge tone={tone}>{text}</Badge>}
          />
        )
      })}
    </Part>
  )
}

/** What another system took before the school came here. Shown only where there is any. */
export function PastPayments({ rows }: { rows: StudentFile['past_payments'] }) {
  if (rows.length === 0) return null
  return (
    <Part title="Paid before, elsewhere" count={rows.length} most={fileRows} folds empty="">
      {rows.map(({ id, source, course, paid_on: day, method, reference, amount_paise: paise }) => (
        <Row
          key={id}
          name={course || `Paid at ${source}`}
          line={
            <>
              {[formatPlainDay(day), method, course === '' ? '' : `at ${source}`].filter(Boolean).join(', ')}
              {reference === '' ? null : <span className="block text-xs wrap-anywhere">{reference}</span>}
            </>
          }
          figure={formatColumnPaise(paise)}
          side={<Badge tone="neutral">Not in the books</Badge>}
        />
      ))}
    </Part>
  )
}

/** What is owed, late and paid of prices in parts. Shown only where there are any. */
export function Instalments({ rows }: { rows: StudentFile['instalments'] }) {
  if (rows.length === 0) return null
  const owed = rows.filter(({ state }) => state !== 'paid' && state !== 'waived')
  const late = owed.filter(({ state }) => state === 'late')
  const sumOf = (parts: StudentFile['instalments']) => formatPaise(parts.reduce((sum, { amount_paise: paise }) => sum + paise, 0))
  return (
    <Part title="Payment in parts" count={rows.length} most={fileRows} empty="">
      <li className="figures flex flex-wrap gap-x-6 gap-y-1 py-2 text-muted">
        <span>
          Owed <span className="font-semibold text-ink">{sumOf(owed)}</span>
        </span>
        {late.length > 0 ? (
          <span>
            Late <span className="font-semibold text-bad">{sumOf(late)}</span>
          </span>
        ) : null}
        {late.some((part) => part.is_paused) ? <span>Joining and recordings wait</span> : null}
      </li>
      {rows.map((part) => (
        <Row
          key={part.id}
          name={
            <RecordLink screen="/instalments" id={part.id}>
              Part {part.number} of {part.of}
            </RecordLink>
          }
          line={
            <>
              {part.course}, {part.state === 'late' ? 'was due' : 'due'} on {formatPlainDay(part.due_on)}
              {part.waits_until ? `, staff wait until ${formatPlainDay(part.waits_until)}` : ''}
              {part.payment_id === null ? null : (
                <span className="block">
                  <RecordLink screen="/payments" id={part.payment_id}>
                    See the payment
                  </RecordLink>
                </span>
              )}
            </>
          }
          figure={formatColumnPaise(part.amount_paise)}
          side={<InstalmentState part={part} />}
        />
      ))}
    </Part>
  )
}

/** Where the student waits for a seat, or has waited. Shown only where there is an entry. */
export function Waits({ rows }: { rows: StudentFile['waits'] }) {
  if (rows.length === 0) return null
  return (
    <Part title="Waitlist" count={rows.length} most={fileRows} folds empty="">
      {rows.map((wait) => (
        <Row
          key={wait.id}
          name={
            <RecordLink screen="/waitlist" id={wait.id}>
              {wait.course}
            </RecordLink>
          }
          line={[
            wait.place === null ? '' : `Number ${wait.place}`,
            `batch ${wait.batch_id} from ${formatPlainDay(wait.starts_at)}`,
            wait.offered_until
              ? `seat offered until ${formatMoment(wait.offered_until)}`
              : `joined on ${formatPlainDay(wait.joined_at)}`,
          ]
            .filter(Boolean)
            .join(', ')}
          side={<EntryState entry={wait} />}
        />
      ))}
    </Part>
  )
}

export function Documents({ rows }: { rows: StudentFile['documents'] }) {
  return (
    <Part title="Documents" count={rows.length} most={fileRows} folds empty="No receipt was issued yet.">
      {rows.map((document) => (
        <Row
          key={document.id}
          name={
            <RecordLink screen="/documents" id={document.id}>
              <span className="figures">{document.serial}</span>
            </RecordLink>
          }
          line={`${documentKindNames[document.kind]}, ${formatPlainDay(document.issued_at)}`}
          figure={formatColumnPaise(document.amount_paise)}
        />
      ))}
    </Part>
  )
}

const requestTones = { open: 'signal', withdrawn: 'neutral', approved: 'good', declined: 'bad' } as const

export function Requests({ rows }: { rows: StudentFile['requests'] }) {
  if (rows.length === 0) return null
  return (
    <Part title="Requests" count={rows.length} most={fileRows} empty="">
      {rows.map((request) => (
        <Row
          key={request.id}
          name={`${request.kind === 'refund' ? 'Refund' : 'Transfer'}: ${request.course}`}
          line={
            <>
              <span className="block">{formatPlainDay(request.created_at)}</span>
              <span className="block whitespace-pre-line">{request.reason}</span>
              {request.answer ? <span className="block whitespace-pre-line">Our answer: {request.answer}</span> : null}
            </>
          }
          side={<Badge tone={requestTones[request.status]}>{requestStateNames[request.status]}</Badge>}
        />
      ))}
    </Part>
  )
}

const leadTones = { new: 'ahead', due: 'signal', waiting: 'neutral', closed: 'neutral' } as const

export function Leads({ rows }: { rows: NonNullable<StudentFile['leads']> }) {
  if (rows.length === 0) return null
  return (
    <Part title="Leads" count={rows.length} most={fileRows} empty="">
      {rows.map((lead) => (
        <Row
          key={lead.id}
          name={
            <RecordLink screen="/leads" id={lead.id}>
              {leadKindNames[lead.kind]}
            </RecordLink>
          }
          line={
            <>
              <span className="line-clamp-2">{lead.about}</span>
              {formatPlainDay(lead.received_at)}
            </>
          }
          side={<Badge tone={leadTones[lead.state]}>{leadStateNames[lead.state]}</Badge>}
        />
      ))}
    </Part>
  )
}

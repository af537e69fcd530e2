import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { Instalment } from '#contract/money/instalments.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatPlainDay, formatRupees } from '#ui/format.ts'
import { useSession } from '#web/lib/session.ts'
import { instalmentsQuery } from '../queries.ts'

interface Props {
  /** Limits the section to one batch; by default it shows every place that is paid in parts. */
  batchId?: number
  className?: string
}

/** The parts of a price: what is paid, what is due when, and the ways to pay. Renders nothing for what is paid at once. */
export function PartsSection({ batchId, className = '' }: Props) {
  const { loading, user } = useSession()
  const { data } = useQuery({ ...instalmentsQuery(user?.email), enabled: !loading && user !== null })
  const items = data?.items.filter((part) => batchId === undefined || part.batch_id === batchId) ?? []
  if (items.length === 0) return null
  const places = [...new Set(items.map((part) => part.batch_id))]
  return (
    <section aria-labelledby="parts" className={className}>
      <h2 id="parts" className="text-xl">
        Payment in parts
      </h2>
      <div className="mt-4 space-y-4">
        {places.map((place) => (
          <Place key={place} parts={items.filter((part) => part.batch_id === place)} isNamed={batchId === undefined} />
        ))}
      </div>
    </section>
  )
}

const sumOf = (parts: readonly Instalment[]) => parts.reduce((sum, part) => sum + part.amount_paise, 0)
const isOpen = ({ state }: Instalment) => state !== 'paid' && state !== 'waived'

function Place({ parts, isNamed }: { parts: readonly Instalment[]; isNamed: boolean }) {
  const open = parts.filter(isOpen)
  const next = open.find((part) => part.can_pay)
  const [first] = parts
  if (!first) return null
  const paid = sumOf(parts.filter(({ state }) => state === 'paid'))
  const total = sumOf(parts)
  return (
    <div className="rounded-lg border border-line bg-surface shadow-card">
      <div className="p-6">
        {isNamed ? <p className="mb-1 text-lg leading-snug font-bold tracking-tight">{first.course_title}</p> : null}
        <p className="figures text-sm text-muted">
          {formatRupees(paid / 100)} of {formatRupees(total / 100)} paid
        </p>
        <div aria-hidden="true" className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div className="h-full rounded-full bg-accent" style={{ width: `${Math.round((paid / total) * 100)}%` }} />
        </div>
        <ol className="mt-4 divide-y divide-line">
          {parts.map((part) => (
            <Part key={part.id} part={part} />
          ))}
        </ol>
      </div>
      {next ? (
        <div className="flex flex-wrap gap-3 rounded-b-lg border-t border-line bg-sunken px-6 py-5">
          <ButtonLink variant="primary" to={pathTo('start-payment', next.batch_id, { part: next.id })} reloadDocument>
            Pay part {next.number}: {formatRupees(next.amount_paise / 100)}
          </ButtonLink>
          {open.length > 1 ? (
            <ButtonLink to={pathTo('start-payment', next.batch_id, { part: 'rest' })} reloadDocument>
              Pay all that is left: {formatRupees(sumOf(open) / 100)}
            </ButtonLink>
          ) : null}
          {next.is_paused ? (
            <p className="basis-full text-sm font-semibold text-signal">
              Joining, recordings and the certificate wait for this part. They open at once when it is paid.
            </p>
          ) : next.state === 'late' && next.pauses_on ? (
            <p className="figures basis-full text-sm text-muted">
              From {formatPlainDay(next.pauses_on)} on, joining and recordings wait for this part. Do you need more time? Ask us
              before that day.
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function Part({ part }: { part: Instalment }) {
  const { state } = part
  return (
    <li className="figures grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-3">
      <span className="min-w-0">
        <span className="block font-semibold">
          Part {part.number} of {part.of}
        </span>
        <span className={`block text-sm ${state === 'late' ? 'font-semibold text-signal' : 'text-muted'}`}>
          {state === 'paid' ? (
            <>
              <Check aria-hidden="true" className="mr-1 inline size-4 text-good" />
              Paid{part.paid_at ? ` on ${formatPlainDay(part.paid_at)}` : ''}
            </>
          ) : state === 'waived' ? (
            'Not to be paid'
          ) : state === 'late' ? (
            `Was due on ${formatPlainDay(part.due_on)}`
          ) : (
            `Due on ${formatPlainDay(part.due_on)}`
          )}
        </span>
      </span>
      <span className={state === 'waived' ? 'text-muted line-through' : 'font-semibold'}>
        {formatRupees(part.amount_paise / 100)}
      </span>
    </li>
  )
}

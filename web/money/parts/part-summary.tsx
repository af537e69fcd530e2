import { skipToken, useQuery } from '@tanstack/react-query'
import type { OpenedPart } from '#contract/money/instalments.ts'
import { formatPlainDay, formatRupees } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSession } from '#web/lib/session.ts'
import { instalmentsQuery } from '../queries.ts'
import { openedPartKey } from '../kept-part-link.ts'

interface Props {
  batchId: string
  /** The id of the part, or `rest`. */
  part: string
  /** The started payment, once the server has answered. */
  started: { course_name: string; amount: number } | undefined
  /** Whether nothing is to be paid for it any more. */
  isClosed: boolean
}

/** What is paid of a price in parts: which part, of which course, and what is left after it. */
export function PartSummary({ batchId, part, started, isClosed }: Props) {
  const { loading, user } = useSession()
  const { data } = useQuery({ ...instalmentsQuery(user?.email), enabled: !loading && user !== null })
  const { data: opened } = useQuery<OpenedPart>({ queryKey: openedPartKey(part), queryFn: skipToken })
  const parts = data?.items.filter((one) => String(one.batch_id) === batchId)
  const open = parts?.filter(({ state }) => state !== 'paid' && state !== 'waived')
  // A visitor with the link of a part knows this one alone.
  const shown = opened?.part ? [{ ...opened.part, state: opened.state }] : undefined
  const own = part === 'rest' ? open : open?.filter(({ id }) => String(id) === part)
  const paid = own?.length ? own : (shown ?? own)
  const paise = paid?.reduce((sum, one) => sum + one.amount_paise, 0)
  const amount = started?.amount ?? (paise === undefined ? undefined : paise / 100)
  const left = open && paise !== undefined ? open.reduce((sum, one) => sum + one.amount_paise, 0) - paise : undefined
  const title = parts?.[0]?.course_title ?? opened?.part?.course_title ?? started?.course_name
  return (
    <section aria-labelledby="order">
      <h2 id="order" className="eyebrow mb-4 tracking-normal">
        Your payment in parts
      </h2>
      {title ? (
        <p className="text-xl leading-tight font-bold tracking-tight">{title}</p>
      ) : (
        <Skeleton className="h-7 w-56 max-w-full" />
      )}
      <dl className="figures mt-6 divide-y divide-line border-t border-line">
        {paid ? (
          paid.map((one) => (
            <div key={one.id} className="flex flex-wrap justify-between gap-x-6 py-3 text-sm">
              <dt>
                Part {one.number} of {one.of}
                <span className="block text-muted">
                  {one.state === 'late' || isClosed ? 'Was due' : 'Due'} on {formatPlainDay(one.due_on)}
                </span>
              </dt>
              <dd className={`ml-auto ${isClosed ? 'text-muted' : ''}`}>{formatRupees(one.amount_paise / 100)}</dd>
            </div>
          ))
        ) : (
          <div className="py-3">
            <Skeleton className="h-10 w-full" />
          </div>
        )}
        {isClosed ? null : (
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 pt-3">
            <dt className="font-semibold">You pay today</dt>
            <dd className="ml-auto text-2xl font-bold tracking-tight">
              {amount === undefined ? <Skeleton className="h-8 w-28" /> : formatRupees(amount)}
            </dd>
          </div>
        )}
      </dl>
      {left === undefined || isClosed ? null : (
        <p className="figures mt-3 text-sm text-muted">
          {left > 0 ? `${formatRupees(left / 100)} is left after this payment.` : 'Nothing is left to pay after this payment.'}
        </p>
      )}
    </section>
  )
}

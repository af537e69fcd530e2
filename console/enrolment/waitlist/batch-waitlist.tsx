import { Link } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { waitlist, type WaitlistRecord } from '#contract/enrolment/staff/waitlist.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { useList } from '#console/kit/resource/calls.ts'
import { Button } from '#ui/button.tsx'
import { EntryActs } from './entry-acts.tsx'
import { EntryState } from './entry-state.tsx'

/** Who waits for a seat of a batch, in the order in which seats are offered. */
export function BatchWaitlist({ batchId }: { batchId: number }) {
  const list = useList(waitlist, { batch: String(batchId), open: 'true', sort: 'turn' })
  return (
    <section aria-label="Waitlist">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-4 sm:px-6">
        <p className="max-w-2xl text-muted">
          A seat that comes free is offered to the first who waits, with a mail and a time. Nobody else can buy it before.
        </p>
        <Link to={`/waitlist?batch=${batchId}`} className="inline-flex min-h-6 items-center text-accent hover:underline">
          All entries, also closed ones
        </Link>
      </div>
      {list.isError && list.records.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <div className="p-6">
          <SkeletonLines lines={5} />
        </div>
      ) : list.records.length === 0 ? (
        <Empty text="Nobody waits for this batch. Visitors can join its waitlist when it is full." />
      ) : (
        <ol aria-label="People who wait" className="divide-y divide-line">
          {list.records.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {list.hasNextPage ? (
        <div className="grid place-items-center p-4">
          <Button pending={list.isFetchingNextPage && 'Loading…'} onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Row({ entry }: { entry: WaitlistRecord }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-4 py-3 hover:bg-sunken sm:px-6 lg:grid-cols-[1.75rem_minmax(0,1fr)_auto] lg:items-center">
      <span className="figures text-lg leading-tight font-semibold text-accent">{entry.place}</span>
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <StudentLink id={entry.student_id} name={entry.student} />
          <EntryState entry={entry} />
        </span>
        <span className="block truncate text-muted">{shownAddresses(entry.email)}</span>
        <span className="figures block">
          {entry.state === 'offered' && entry.offered_until ? (
            <span className="font-medium text-signal">The seat is held until {formatMoment(entry.offered_until)}</span>
          ) : (
            <span className="text-muted">Joined {formatMoment(entry.joined_at)}</span>
          )}
        </span>
        {entry.reason ? <span className="block wrap-anywhere text-muted">{entry.reason}</span> : null}
      </span>
      <span className="col-start-2 lg:col-start-3">
        <EntryActs entry={entry} />
      </span>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { listWaitlist } from '#contract/enrolment/waitlist.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { quietCall } from '#web/lib/quiet-call.ts'
import { useSession } from '#web/lib/session.ts'

/** On the payment page of an offered seat: until when it is held. Nothing above moves when it comes. */
export function OfferNote({ batchId }: { batchId: string }) {
  const { loading, user } = useSession()
  const { data } = useQuery({
    queryKey: ['offer', user?.email ?? '', batchId],
    queryFn: async () =>
      (await quietCall(listWaitlist)).items.find((one) => String(one.batch_id) === batchId && one.state === 'offered') ?? null,
    enabled: !loading && user !== null,
    retry: false,
  })
  const until = data?.offered_until
  if (!until) return null
  return (
    <p className="mt-6 border-l-4 border-signal pl-4 text-sm font-semibold text-signal">
      Seat offered to you until{' '}
      <time dateTime={until} className="figures">
        {formatDay(until)}, {formatClock(until)}
      </time>
      .
    </p>
  )
}

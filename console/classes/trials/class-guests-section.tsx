import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ClassGuests, readClassGuests } from '#contract/classes/staff/trials.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { type ClassOfGuests, TrialSeatsDialog } from './trial-seats-dialog.tsx'

interface Props {
  session: ClassOfGuests & { version: number; state: 'scheduled' | 'live' | 'held' | 'cancelled' }
}

/** The seats of a class for guests, and who has one. */
export function ClassGuestsSection({ session }: Props) {
  const { may } = useAccess()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    // The version: a change of the class changes what may be done here.
    queryKey: [readClassGuests.name, session.id, session.version],
    queryFn: () => call(readClassGuests, { params: { id: session.id } }),
    enabled: may('trials:read'),
  })
  if (!may('trials:read')) return null
  // A class that nobody opened to guests has nothing to say about them.
  if (data && !data.may_change && data.guests.length === 0) return null
  return (
    <section aria-labelledby="class-guests" className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 id="class-guests" className="text-base">
          Guests
        </h3>
        {data?.may_change ? (
          <Button onClick={() => setOpen(true)}>
            <UserPlus aria-hidden="true" className="size-3.5" />
            {data.seats === 0 ? 'Open to guests' : 'Change seats'}
          </Button>
        ) : null}
      </div>
      {data ? (
        <Guests guests={data} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={1} />
      )}
      {isOpen && data ? <TrialSeatsDialog session={session} guests={data} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

function Guests({ guests: { seats, taken, guests } }: { guests: ClassGuests }) {
  return (
    <>
      <p className="figures text-muted">
        {seats > 0
          ? `${taken} of ${countOf(seats, 'seat')} for guests ${taken === 1 ? 'is' : 'are'} taken.`
          : taken > 0
            ? `No more guests are taken. ${countOf(taken, 'guest')} kept ${taken === 1 ? 'the' : 'their'} seat.`
            : 'Not open to guests. Visitors can ask for a seat once it is.'}
      </p>
      {guests.length > 0 ? (
        <ul className="grid gap-3">
          {guests.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0">
                {one.lead_id === null ? (
                  <span className="font-semibold break-words">{one.name}</span>
                ) : (
                  <Link to={`/leads/${one.lead_id}`} className="font-semibold break-words text-accent hover:underline">
                    {one.name}
                  </Link>
                )}
                <span className="figures block text-sm text-muted">Seat taken {formatMoment(one.created_at)}</span>
              </span>
              {one.released_at ? (
                <Badge>Given back</Badge>
              ) : one.joined_at ? (
                <Badge tone="good">Came</Badge>
              ) : (
                <Badge tone="ahead">Has a seat</Badge>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BatchOfCourse } from '#contract/catalog/catalog.ts'
import { leaveByLink, readWaitlistLink } from '#contract/enrolment/waitlist.ts'
import { Notice } from '#ui/notice.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { OwnPlace } from './own-place.tsx'
import { WaitingCard, WaitingSkeleton } from './waiting-card.tsx'

interface Props {
  batchId: string
  token: string
  choice: BatchOfCourse | null | undefined
}

/** The place of the person who got the mail, whoever is signed in here. Only a press leaves: mail programs open links as well. */
export function PlaceByLink({ batchId, token, choice }: Props) {
  const client = useQueryClient()
  const key = ['waitlist-link', token]
  const { data, error, isPending } = useQuery({
    queryKey: key,
    queryFn: () => call(readWaitlistLink, { body: { token } }),
    retry: false,
  })
  if (isPending || choice === undefined) return <WaitingSkeleton />
  if (!data) {
    return (
      <div className="space-y-6">
        <Notice tone="bad" title={messageOf(error, 'The link could not be read. Please try again.')} />
        <OwnPlace batchId={batchId} choice={choice} />
      </div>
    )
  }
  // A closed entry has no place any more. Joining again needs the account.
  if (data.state !== 'waiting' && data.state !== 'offered')
    return <OwnPlaceAfter state={data.state} batchId={batchId} choice={choice} />
  return (
    <div aria-live="polite">
      <WaitingCard
        key={data.state}
        batchId={batchId}
        choice={choice}
        entry={data}
        onLeave={async () => {
          client.setQueryData(key, await call(leaveByLink, { body: { token } }))
          await client.invalidateQueries({ queryKey: ['waitlist'] })
        }}
      />
    </div>
  )
}

const closedNotes = {
  left: 'You have left the waitlist. Nobody writes to you about this batch any more.',
  lapsed: 'This place on the waitlist has ended.',
  taken: 'You have a place in this batch.',
} as const

function OwnPlaceAfter({ state, ...own }: Omit<Props, 'token'> & { state: keyof typeof closedNotes }) {
  return (
    <div className="space-y-6">
      <Notice tone={state === 'lapsed' ? 'plain' : 'good'} title={closedNotes[state]} />
      <OwnPlace {...own} />
    </div>
  )
}

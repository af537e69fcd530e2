import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BatchOfCourse } from '#contract/catalog/catalog.ts'
import { joinWaitlist, leaveWaitlist } from '#contract/enrolment/waitlist.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { call } from '#web/lib/api.ts'
import { pathToLogin, withReturnTo } from '#web/lib/return-to.ts'
import { useSession } from '#web/lib/session.ts'
import { waitsQuery } from './queries.ts'
import { WaitingCard, WaitingSkeleton } from './waiting-card.tsx'

interface Props {
  batchId: string
  choice: BatchOfCourse | null | undefined
}

/** The place of the student who is signed in. A visitor is led to the login or to an account, and back. */
export function OwnPlace({ batchId, choice }: Props) {
  const { loading, user } = useSession()
  const client = useQueryClient()
  const waits = useQuery({ ...waitsQuery(user?.email), enabled: !loading && user !== null })
  if (loading || choice === undefined || (user && waits.isPending)) return <WaitingSkeleton />
  if (waits.error && !waits.data) {
    return (
      <div className="space-y-4">
        <h2 id="place" className="sr-only">
          Your place
        </h2>
        <Notice tone="bad" title="Your place could not be loaded.">
          It is safe. Only this page could not read it.
        </Notice>
        <Button variant="primary" pending={waits.isFetching && 'Loading…'} onClick={() => waits.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const entry = waits.data?.find(({ batch_id: id }) => String(id) === batchId) ?? null
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['waitlist'] }),
      client.invalidateQueries({ queryKey: ['today'] }),
      client.invalidateQueries({ queryKey: ['batch', batchId] }),
    ])
  /** Also after a refusal, because the batch is not as it was shown. */
  const act = async (asked: Promise<unknown>) => {
    try {
      await asked
    } finally {
      await refresh()
    }
  }
  const here = pathTo('waitlist', batchId)
  return (
    <div aria-live="polite">
      <WaitingCard
        key={entry?.state ?? 'none'}
        batchId={batchId}
        choice={choice}
        entry={entry}
        onJoin={() => act(call(joinWaitlist, { params: { id: batchId } }))}
        onLeave={() => act(call(leaveWaitlist, { params: { id: batchId } }))}
      >
        {user ? undefined : (
          <div className="grid gap-3">
            <ButtonLink variant="primary" size="lg" to={pathToLogin(here)}>
              Log in to join
            </ButtonLink>
            <ButtonLink size="lg" to={withReturnTo(pathTo('register'), here)}>
              Create an account
            </ButtonLink>
          </div>
        )}
      </WaitingCard>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { data } from 'react-router'
import { readBatch } from '#contract/catalog/catalog.ts'
import { listVideos } from '#contract/classes/classes.ts'
import { listWaitlist } from '#contract/enrolment/waitlist.ts'
import { OwnPlace } from '#web/enrolment/waitlist/own-place.tsx'
import { PlaceByLink } from '#web/enrolment/waitlist/place-by-link.tsx'
import { batchQuery } from '#web/enrolment/waitlist/queries.ts'
import { WaitingSkeleton } from '#web/enrolment/waitlist/waiting-card.tsx'
import { WaitlistPage } from '#web/enrolment/waitlist/waitlist-page.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { serverContext } from '#web/lib/server-context.ts'
import type { Route } from './+types/waitlist'
import { pathId, statusOf } from './read-one.ts'

/** Answers 404 for an unknown batch, with what is waited for; the browser asks who waits. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const batch = { params: { batch_id: pathId(params.batchId) } }
  const [status, choice] = await Promise.all([statusOf(call(listVideos, batch)), call(readBatch, batch).catch(() => null)])
  return data({ choice }, { status })
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.batchId)
  return { choice: null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Waitlist' }, listWaitlist.path)

export default function Waitlist({ params: { batchId }, loaderData }: Route.ComponentProps) {
  const { data: choice } = useQuery({
    ...batchQuery(batchId),
    // The document has it, so that nothing moves when it is asked again.
    ...(loaderData.choice ? { initialData: loaderData.choice } : {}),
  })
  // Only the browser has what stands behind the #: the secret of a mail.
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return (
    <WaitlistPage choice={choice}>
      {token === null ? (
        <WaitingSkeleton />
      ) : token ? (
        <PlaceByLink key={token} batchId={batchId} token={token} choice={choice} />
      ) : (
        <OwnPlace batchId={batchId} choice={choice} />
      )}
    </WaitlistPage>
  )
}

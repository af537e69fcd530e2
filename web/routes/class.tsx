import { lazyPart } from '#ui/lazy-part.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import type { Route } from './+types/class'
import { pathId } from './read-one.ts'

/** Loaded later, so that no other page carries its names. */
const LivePage = lazyPart(() => import('#web/classes/live/live-page.tsx'), null)

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.sessionId)
  return null
}

export const meta: Route.MetaFunction = ({ matches }) => ownPageMeta(matches[0]?.loaderData, { title: 'Your class' })

export default function ClassPage({ params: { sessionId } }: Route.ComponentProps) {
  return <LivePage sessionId={sessionId} />
}

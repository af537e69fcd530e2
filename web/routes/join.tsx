import { JoinClass } from '../classes/join-class.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import type { Route } from './+types/join'
import { pathId } from './read-one.ts'

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.sessionId)
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0]?.loaderData, { title: 'Join your class', description: '' })

export default function JoinPage({ params }: Route.ComponentProps) {
  return (
    <div className="page max-w-3xl py-10 lg:py-16">
      <JoinClass sessionId={params.sessionId} />
    </div>
  )
}

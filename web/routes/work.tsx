import { readOwnWork } from '#contract/learning/work.ts'
import { pathOf } from '#contract/client.ts'
import { ExercisePage } from '#web/classes/exercise-page.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import type { Route } from './+types/work'
import { pathId } from './read-one.ts'

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.exerciseId)
  return null
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Your work' }, pathOf(readOwnWork.path, { id: params.exerciseId }))

export default function WorkPage({ params }: Route.ComponentProps) {
  return (
    <div className="page max-w-5xl py-6 lg:py-10">
      <ExercisePage key={params.exerciseId} exerciseId={params.exerciseId} />
    </div>
  )
}

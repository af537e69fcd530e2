import { UndoForm } from '#web/people/accounts/undo-form.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import type { Route } from './+types/undo-change'

export const meta: Route.MetaFunction = ({ matches }) => ownPageMeta(matches[0]?.loaderData, { title: 'Undo a change' })

export default function UndoChange() {
  return (
    <div className="page max-w-3xl py-10 lg:py-16">
      <h1 className="mb-4 text-3xl font-extrabold">Undo a change</h1>
      <UndoForm />
    </div>
  )
}

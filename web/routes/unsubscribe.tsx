import { UnsubscribeForm } from '#web/people/accounts/unsubscribe-form.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import type { Route } from './+types/unsubscribe'

export const meta: Route.MetaFunction = ({ matches }) => ownPageMeta(matches[0]?.loaderData, { title: 'Switch mails off' })

export default function Unsubscribe() {
  return (
    <div className="page max-w-3xl py-10 lg:py-16">
      <h1 className="mb-4 text-3xl font-extrabold">Switch mails off</h1>
      <UnsubscribeForm />
    </div>
  )
}

import { pathTo } from '#contract/pages.ts'
import { replyPromise } from '#contract/rules.ts'
import { ResearchForm } from '#web/people/enquiries/research-form.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import type { Route } from './+types/research-form'

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Propose research',
    description: `Tell us your question, your department and how to reach you. We reply ${replyPromise}.`,
    path: pathTo('research-form'),
    data: [
      breadcrumbData(root, [
        { path: '/researchpage', name: 'Research' },
        { path: '/researchform', name: 'Propose research' },
      ]),
    ],
  })
}

export default function ResearchFormPage() {
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-10 sm:px-8 lg:py-16">
      <Breadcrumb above={[{ to: '/researchpage', label: 'Research' }]} />
      <h1 className="mt-5 text-3xl font-extrabold">Propose research</h1>
      <p className="mt-4 mb-8 text-lg text-muted">
        One question is enough to begin. A person reads it and replies {replyPromise}.
      </p>
      <div className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-8">
        <ResearchForm />
      </div>
    </div>
  )
}

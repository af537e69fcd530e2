import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { replyPromise } from '#contract/rules.ts'
import { ResearchChoice } from '../enquiries/research-choice.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { breadcrumbData } from '../lib/structured-data.ts'
import type { Route } from './+types/research-page'

const stages = [
  ['A question', `You bring a question or a first idea. A person reads it and replies ${replyPromise}.`],
  ['A plan on one page', 'It says what is measured, with which data, by whom and by when. Both sides sign it.'],
  ['The work', 'Our instructors build, run and repeat with you. Code and data live in a repository that both sides read.'],
  ['A draft', 'We write it together. An expert in the field and a reader from outside check it.'],
  ['Submission', 'You choose the venue. Authors are named in the order of what they did, agreed at the start.'],
] as const

const terms = [
  ['Who works with you', 'Instructors who work in the field, from the first question to the review.'],
  ['What is agreed first', 'The plan states authorship, data and costs before work begins.'],
  ['What we need from you', 'An institutional e-mail address, a department, and a question in your own words.'],
] as const

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Research with us',
    description: 'Professors and students work on a paper with our instructors, from the first question to the review.',
    path: pathTo('research-page'),
    data: [breadcrumbData(root, [{ path: '/researchpage', name: 'Research' }])],
  })
}

export default function ResearchPage() {
  return (
    <>
      <section className="border-b border-line bg-sunken">
        <div className="page grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[1fr_1.1fr] lg:items-center lg:py-20">
          <div>
            <h1 className="text-4xl font-extrabold">A paper, written with people who build</h1>
            <p className="mt-5 max-w-xl text-lg text-muted">
              Good questions often wait for somebody who can make the system, collect the data and repeat the measurement. That is
              what our instructors do all week.
            </p>
          </div>
          <div>
            <h2 className="mb-4 text-lg">Who is asking?</h2>
            <ResearchChoice />
            <p className="mt-4 text-sm text-muted">
              Prefer a separate page?{' '}
              <Link to="/researchform" className="font-semibold text-accent underline hover:text-accent-strong">
                Open the research form
              </Link>
            </p>
          </div>
        </div>
      </section>

      <section aria-labelledby="stages" className="page section-gap grid gap-x-16 gap-y-8 lg:grid-cols-[0.7fr_1fr]">
        <div>
          <h2 id="stages" className="text-3xl lg:sticky lg:top-28">
            From a question to a submission
          </h2>
        </div>
        <ol className="ml-4 border-l-2 border-accent">
          {stages.map(([title, text], index) => (
            <li key={title} className="relative pb-9 pl-8 last:pb-0">
              <span
                aria-hidden="true"
                className="figures absolute top-0 -left-4 grid size-8 -translate-x-px place-items-center rounded-full bg-accent text-sm font-bold text-on-accent"
              >
                {index + 1}
              </span>
              <h3 className="text-lg">{title}</h3>
              <p className="prose-width mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="terms" className="border-t border-line bg-surface">
        <div className="page section-gap">
          <h2 id="terms" className="text-3xl">
            Good to know
          </h2>
          <dl className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
            {terms.map(([name, text]) => (
              <div key={name} className="border-t-2 border-signal pt-4">
                <dt className="font-semibold">{name}</dt>
                <dd className="mt-2 text-sm text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { readSubmittedWork, submissions, type SubmittedWork } from '#contract/learning/staff/work.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { RecordState } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { Attempt } from './attempt.tsx'
import { ReviewForm } from './review-form.tsx'
import { screen } from './screen.tsx'
import { SubmissionState } from './submission-state.tsx'
import { WebLink } from './web-link.tsx'

/** One submission: the exercise, every attempt of the student, and the review. */
export function Page() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useQuery({
    queryKey: [submissions.name, 'work', id],
    queryFn: () => call(readSubmittedWork, { params: { id } }),
  })
  useTitle(data ? screen.nameOf(data.submission) : screen.title)
  if (data && !hasStatus(error, 404)) return <Work key={id} work={data} />
  return (
    <RecordState
      error={error}
      onRetry={() => void refetch()}
      missing="This work does not exist, or you do not teach its class."
      back={screen}
    />
  )
}

function Work({ work }: { work: SubmittedWork }) {
  const { submission, tried } = work
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const shown = tried.find(({ submission_id: id }) => id === submission.id)
  const others = tried.filter((one) => one !== shown)
  return (
    <div className="h-full min-h-0 overflow-auto">
      <header className="border-b border-line px-4 py-3 sm:px-6">
        <Link
          to={`${screen.path}?state=waiting&sort=submitted_at`}
          className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          {screen.title}
        </Link>
        <h1 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl outline-none">
          <span className="min-w-0 break-words">{submission.student}</span>
          <SubmissionState submission={submission} />
        </h1>
        <p className="mt-1 break-words">{submission.exercise}</p>
        <p className="figures text-muted">
          {submission.course}
          {submission.number === null ? '' : `, class ${submission.number}`}. Attempt {submission.attempt}, handed in{' '}
          {formatMoment(submission.submitted_at)}
          {submission.late ? ', late' : ''}. Due {formatMoment(work.due_at)}.
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 px-4 py-5 sm:px-6">
        {work.text || work.link ? (
          <details className="rounded-md border border-line px-4 py-2">
            <summary className="min-h-6 font-semibold">The exercise</summary>
            {work.text ? <p className="mt-2 max-w-prose break-words whitespace-pre-line">{work.text}</p> : null}
            {work.link ? <WebLink href={work.link} /> : null}
          </details>
        ) : null}
        {shown && work.may_review ? <ReviewForm work={work} attempt={shown} path={screen.path} /> : null}
        {shown && !work.may_review ? <Attempt attempt={shown} /> : null}
        {others.length > 0 ? (
          <section aria-labelledby="other-attempts" className="grid gap-3">
            <h2 id="other-attempts" className="text-base">
              Other attempts
            </h2>
            {others.map((one) => (
              <details key={one.submission_id} className="rounded-md border border-line px-4 py-2">
                <summary className="figures min-h-6">
                  <span className="font-semibold">Attempt {one.attempt}</span>, {formatMoment(one.submitted_at)}
                  {one.review ? `, ${one.review.outcome === 'accepted' ? 'accepted' : 'again'}` : ', without a review'}
                </summary>
                <div className="mt-3">
                  <Attempt attempt={one} />
                </div>
              </details>
            ))}
          </section>
        ) : null}
      </div>
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import type { Attempt } from '#contract/learning/work.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { ClassWords } from './class-words.tsx'
import { CommentedText } from './commented-text.tsx'
import { WorkFile } from './work-file.tsx'

/** Every attempt of the student. The last one is open. */
export function Attempts({ tried }: { tried: readonly Attempt[] }) {
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts" className="mb-4 text-2xl">
        {tried.length === 1 ? 'What you handed in' : 'Your attempts'}
      </h2>
      <div className="space-y-4">
        {tried.map((one, index) => (
          <OneAttempt key={one.submission_id} one={one} open={index === 0} />
        ))}
      </div>
    </section>
  )
}

function OneAttempt({ one, open }: { one: Attempt; open: boolean }) {
  const { review } = one
  return (
    <details open={open} className="group/attempt rounded-lg border border-line bg-surface shadow-card">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-lg px-5 py-3 outline-offset-[-3px] sm:px-6 [&::-webkit-details-marker]:hidden">
        <div className="min-w-0">
          <h3 className="text-base font-bold tracking-normal">Attempt {one.attempt}</h3>
          <p className="figures text-sm text-muted">
            {formatDay(one.submitted_at)}, {formatClock(one.submitted_at)}
            {one.late ? ', late' : ''}
          </p>
        </div>
        <span className="inline-flex shrink-0 items-center gap-3 text-sm font-semibold">
          {review === null ? (
            <span className="font-normal text-muted">Not reviewed</span>
          ) : review.outcome === 'accepted' ? (
            <span className="text-good">Accepted</span>
          ) : (
            <span className="text-signal">Again</span>
          )}
          <ChevronDown aria-hidden="true" className="size-4 transition-transform duration-150 group-open/attempt:rotate-180" />
        </span>
      </summary>
      <div className="space-y-5 border-t border-line px-5 py-5 sm:px-6">
        {review ? <Review review={review} /> : null}
        {one.link ? (
          <p className="text-sm">
            <ClassWords text={one.link} />
          </p>
        ) : null}
        {one.file ? <WorkFile submissionId={one.submission_id} file={one.file} /> : null}
        {one.text === null ? null : (
          <CommentedText text={one.text} comments={review?.comments ?? []} reviewer={review?.reviewer ?? ''} />
        )}
      </div>
    </details>
  )
}

function Review({ review }: { review: NonNullable<Attempt['review']> }) {
  const count = review.comments.length
  return (
    <div className={`border-l-4 pl-4 ${review.outcome === 'accepted' ? 'border-good' : 'border-signal'}`}>
      <p className="figures text-sm text-muted">
        {review.reviewer}, {formatDay(review.reviewed_at)}, {formatClock(review.reviewed_at)}
      </p>
      {review.words ? (
        <p className="prose-width mt-1">
          <ClassWords text={review.words} />
        </p>
      ) : null}
      {count > 0 ? (
        <p className="figures mt-1 text-sm">
          {count === 1 ? '1 comment stands' : `${count} comments stand`} below the {count === 1 ? 'line' : 'lines'} of your text.
        </p>
      ) : null}
    </div>
  )
}

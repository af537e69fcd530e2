import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { deleteReview, type OwnReview, withdrawReviewConsent, withoutName } from '#contract/learning/reviews.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy-part.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stars } from '#ui/stars.tsx'
import { call } from '#web/lib/api.ts'

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'))

interface Props {
  courseId: number
  own: OwnReview
  review: NonNullable<OwnReview['review']>
  onOpen: (form: 'review' | 'consent') => void
  onChange: (own: OwnReview) => void
}

const linkClass = 'inline-flex min-h-11 items-center text-sm font-semibold text-accent hover:underline'

/** The review as it is written, how far it is, and what the student can do with it. */
export function OwnReviewView({ courseId, own, review, onOpen, onChange }: Props) {
  const [asks, setAsks] = useState<'delete' | 'withdraw' | null>(null)
  const hasConsent = review.shown_as !== null
  const acts = {
    delete: {
      title: 'Delete your review?',
      description: 'It is gone for you, for the school and from the page of the course.',
      action: 'Delete the review',
      act: () => call(deleteReview, { params: { course_id: courseId } }),
    },
    withdraw: {
      title: 'Withdraw your consent?',
      description: 'The page of the course does not show your review any more. The school still has it.',
      action: 'Withdraw it',
      act: () => call(withdrawReviewConsent, { params: { course_id: courseId } }),
    },
  }
  return (
    <>
      <Stars value={review.rating} label={`${review.rating} of 5 stars`} className="size-5" />
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{review.text}</p>
      <div className="mt-4 border-t border-line pt-4 text-sm">
        <State courseId={courseId} own={own} review={review} />
      </div>
      {!hasConsent && own.may_consent ? (
        <Button className="mt-4" onClick={() => onOpen('consent')}>
          Let the page show it
        </Button>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-x-5">
        {own.may_write ? (
          <button type="button" className={linkClass} onClick={() => onOpen('review')}>
            Change it
          </button>
        ) : null}
        {hasConsent ? (
          <>
            <button type="button" className={linkClass} onClick={() => onOpen('consent')}>
              Change the name
            </button>
            <button type="button" className={linkClass} onClick={() => setAsks('withdraw')}>
              Withdraw consent
            </button>
          </>
        ) : null}
        <button type="button" className={linkClass} onClick={() => setAsks('delete')}>
          Delete
        </button>
      </div>
      {asks ? <ConfirmDialog {...acts[asks]} onClose={() => setAsks(null)} onDone={onChange} /> : null}
    </>
  )
}

function State({ courseId, own, review }: Pick<Props, 'courseId' | 'own' | 'review'>) {
  const name = <strong className="wrap-anywhere">{review.name ?? withoutName}</strong>
  if (review.shown_as === null)
    return (
      <p className="text-muted">
        {own.may_consent
          ? 'Only the school reads it. The page of the course shows it when you agree.'
          : 'Only the school reads it. When the last class is over, you can let the page of the course show it.'}
      </p>
    )
  if (review.state === 'waiting')
    return <p className="text-muted">The school reads it before the page of the course shows it, as of {name}.</p>
  if (review.state === 'published')
    return (
      <p className="text-muted">
        The{' '}
        <Link to={pathTo('course', courseId, { tab: 'reviews' })} className="font-semibold text-accent underline">
          page of the course
        </Link>{' '}
        shows it as of {name}.
      </p>
    )
  return (
    <Notice tone="plain" title="The school does not publish it">
      <p className="whitespace-pre-line wrap-anywhere">{review.reason}</p>
      <p className="mt-1">Change it, and the school reads it again.</p>
    </Notice>
  )
}

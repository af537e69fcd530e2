import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnReview } from '#contract/learning/reviews.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { OwnReviewView } from './own-review-view.tsx'
import { ownReviewQuery } from './queries.ts'

const ReviewForm = lazyPart(() => import('./review-form.tsx'), <Skeleton className="h-80 w-full" />)
const ConsentForm = lazyPart(() => import('./consent-form.tsx'), <Skeleton className="h-80 w-full" />)

/** The student's review of the course: what is written, who reads it, and whether the page of the course may show it. */
export function ReviewCard({ courseId }: { courseId: number }) {
  const { loading, user } = useSession()
  const query = ownReviewQuery(user?.email, courseId)
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: !loading && user !== null })
  const queries = useQueryClient()
  return (
    <section aria-labelledby="own-review">
      <h2 id="own-review" className="text-xl">
        Your review
      </h2>
      <div className="mt-4 rounded-lg border border-line bg-surface p-6 shadow-card">
        {data ? (
          <Content courseId={courseId} own={data} onChange={(own) => queries.setQueryData(query.queryKey, own)} />
        ) : error ? (
          <LoadFailed title="Your review could not be read." isFetching={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading your review" className="space-y-3">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </Loading>
        )}
      </div>
    </section>
  )
}

interface Props {
  courseId: number
  own: OwnReview
  onChange: (own: OwnReview) => void
}

function Content({ courseId, own, onChange }: Props) {
  const [opened, setOpened] = useState<'review' | 'consent' | null>(null)
  const close = () => setOpened(null)
  const onDone = (next: OwnReview) => {
    onChange(next)
    close()
  }
  if (opened === 'review') return <ReviewForm courseId={courseId} review={own.review} onDone={onDone} onCancel={close} />
  if (opened === 'consent') return <ConsentForm courseId={courseId} own={own} onDone={onDone} onCancel={close} />
  if (own.review)
    return <OwnReviewView courseId={courseId} own={own} review={own.review} onOpen={setOpened} onChange={onChange} />
  if (!own.may_write)
    return <p className="text-sm text-muted">When you have attended a class, you can write here how the course is.</p>
  return (
    <>
      <p className="text-sm text-muted">
        How is the course? The school reads your review. Nobody else does, unless you agree after the last class.
      </p>
      <Button className="mt-4" onClick={() => setOpened('review')}>
        Write a review
      </Button>
    </>
  )
}

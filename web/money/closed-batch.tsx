import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatLongDay } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { Choice } from './queries.ts'

const full = 'This batch is full.'

/** Returns why a batch is not open for enrolment, or null when it is. A null `choice` is an unlisted batch. */
export function closedReason(choice: Choice | null): string | null {
  if (!choice) return 'This batch does not exist, or it has ended.'
  const { can_enroll: open, status } = choice.batch
  if (open) return null
  if (status === 'Cancelled') return 'This batch has been cancelled.'
  return status === 'Batch already started' ? 'This batch has already started.' : full
}

/** Replaces the registration form when the batch is not open. */
export function ClosedBatch({ reason, choice, loginPath }: { reason: string; choice: Choice | null; loginPath: string }) {
  return (
    <div className="space-y-6">
      <Notice tone="plain" title={reason}>
        {choice ? (
          <p className="mt-1">
            {choice.course.title}, {formatLongDay(choice.batch.starts_at)}, {formatClock(choice.batch.starts_at)}
          </p>
        ) : null}
      </Notice>
      <div className="flex flex-wrap gap-3">
        {choice ? (
          <ButtonLink variant="primary" to={pathTo('course', choice.course.id, { tab: 'batches' })}>
            Choose another batch
          </ButtonLink>
        ) : null}
        {choice && reason === full ? <ButtonLink to={pathTo('waitlist', choice.batch.id)}>Join the waitlist</ButtonLink> : null}
        <ButtonLink to="/newbatches" variant={choice ? 'secondary' : 'primary'}>
          See new batches
        </ButtonLink>
      </div>
      <p className="text-sm text-muted">
        {reason === full ? 'Have you paid for it already, or was a seat offered to you?' : 'Have you paid for it already?'}{' '}
        <Link to={loginPath} className="font-semibold underline">
          Log in
        </Link>
      </p>
    </div>
  )
}

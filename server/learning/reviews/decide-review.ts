import { pathTo } from '#contract/pages.ts'
import type { ReviewRecord } from '#contract/learning/staff/reviews.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'
import { reviewRecords } from './review-records.ts'

const storeReviewDecision = statement<{ version: number }>(
  'store_review_decision',
  `update reviews set state = $3, reason = coalesce($4, reason), decided_by = $5, decided_at = app_now()
   where id = $1 and version = any ($2::integer[]) and consented_at is not null returning version`,
)
const authorToTell = statement<{ to: string; name: string; course_id: number; course: string }>(
  'author_to_tell',
  `select u.email as "to", u.full_name as name, c.id as course_id, c.title as course
   from reviews r join users u on u.id = r.user_id join courses c on c.id = r.course_id where r.id = $1 and ${isReachable('u')}`,
)

/** @throws HttpError 404; 409 without a consent, or for one that is published or whose student has left; StaleVersion */
export async function publishReview(deps: Deps, staff: Staff, target: Target): Promise<ReviewRecord> {
  return decide(deps, staff, { ...target, state: 'published', reason: null })
}

/** @throws HttpError 404; 409 without a consent, or for one that is refused; StaleVersion */
export async function refuseReview(deps: Deps, staff: Staff, target: Target & { reason: string }): Promise<ReviewRecord> {
  return decide(deps, staff, { ...target, state: 'refused' })
}

interface Decision extends Target {
  state: 'published' | 'refused'
  /** Null keeps the reason of an earlier decision. */
  reason: string | null
}

async function decide(deps: Deps, staff: Staff, { id, versions, state, reason }: Decision): Promise<ReviewRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await reviewRecords.find(tx, id, staff)
    if (!versions.includes(before.version)) throw new StaleVersion(before)
    if (before.state === 'private') throw conflict('no_consent', 'The student has not agreed to be published.')
    if (before.state === state) throw conflict('decided', `This review is ${state} already.`)
    if (state === 'published' && !before.enrolled) throw conflict('left', 'The student is not in the course any more.')
    const stored = await row(tx, storeReviewDecision, [id, versions, state, reason, staff.id])
    if (!stored) throw new StaleVersion(await reviewRecords.find(tx, id, staff))
    await tell(deps, tx, { id, version: stored.version, state, reason })
    return reviewRecords.find(tx, id, staff)
  })
}

async function tell(
  deps: Deps,
  tx: Queryable,
  { id, version, state, reason }: Pick<Decision, 'id' | 'state' | 'reason'> & { version: number },
): Promise<void> {
  const author = await row(tx, authorToTell, [id])
  if (!author) return
  const { to, name, course_id: courseId, course } = author
  const address = state === 'published' ? pathTo('course', courseId, { tab: 'reviews' }) : pathTo('room', courseId)
  const props = { name, courseTitle: course, reason, url: `${deps.config.publicUrl}${address}` }
  await queueMail(deps, tx, { template: 'review-decided', to, props }, { cause: `course-review:${id}:${version}` })
}

import { useEffect, useState } from 'react'
import { withoutName } from '#contract/learning/reviews.ts'
import { publishReview, refuseReview, type ReviewRecord, reviews, shownNameWords } from '#contract/learning/staff/reviews.ts'
import { Stars } from '#ui/stars.tsx'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { holdKeys, areKeysHeldFor, releaseKeys } from '#console/kit/parts/held-keys.ts'
import { useKeys } from '#console/kit/parts/keys.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { workingAge } from '#console/kit/parts/working-age.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { useNextRecord } from '#console/kit/resource/use-next-record.ts'

/** A review, what its student agreed to, and the decision. */
export function ReviewPanel({ record: review }: { record: ReviewRecord }) {
  const { may } = useAccess()
  useEffect(() => {
    if (areKeysHeldFor(review.id)) releaseKeys()
  }, [review.id])
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Stars value={review.rating} label={`${review.rating} of 5 stars`} className="size-4.5" />
        <p className="rounded-md bg-sunken px-3.5 py-2.5 text-base wrap-anywhere whitespace-pre-line">{review.text}</p>
      </div>
      <Facts
        facts={[
          [
            'Student',
            may('students:read') ? <StudentLink key="student" id={review.student_id} name={review.student} /> : review.student,
          ],
          ['Course', review.course],
          ['In the course', review.enrolled ? 'Yes' : 'Has left, so the page does not show it'],
          ['Consent', <Consent key="consent" review={review} />],
          ['Shown name', review.shown_as === null ? null : (review.name ?? withoutName)],
          ['Changed', formatMoment(review.changed_at)],
          ['Waits for', review.age_hours === null ? null : workingAge(review.age_hours)],
          ['Decided', review.decided_at ? formatMoment(review.decided_at) : null],
          ['By', review.decided_by],
          [review.state === 'refused' ? 'Reason' : 'Refused earlier', review.reason || null],
        ]}
      />
      {review.state !== 'private' && may('reviews:write') ? <Decide key={review.id} review={review} /> : null}
    </div>
  )
}

function Consent({ review }: { review: ReviewRecord }) {
  if (review.shown_as === null || review.consented_at === null)
    return <>None. Only the school reads it, and there is nothing to decide.</>
  return (
    <>
      {shownNameWords[review.shown_as]}, agreed {formatMoment(review.consented_at)} to version {review.consent_version} of the
      words
    </>
  )
}

/** A publishes, D asks for the reason of a refusal. The next review follows. */
function Decide({ review }: { review: ReviewRecord }) {
  const { keep, forget } = useChanges(reviews)
  const [running, setRunning] = useState(false)
  const [refusing, setRefusing] = useState(false)
  const next = useNextRecord(review.id, '/reviews')
  const target = { params: { id: review.id }, ifMatch: review.version }
  const mayPublish = review.state !== 'published' && review.enrolled
  const mayRefuse = review.state !== 'refused'
  const publish = async () => {
    if (running) return
    setRunning(true)
    holdKeys(review.id)
    try {
      keep(await call(publishReview, { ...target, body: {} }))
      await forget()
      notify(`The review of ${review.student} is on the page of the course.`)
      next()
    } catch (error) {
      releaseKeys()
      notifyFailure(error)
      if (hasStatus(error, 412) || hasStatus(error, 409)) await forget()
    } finally {
      setRunning(false)
    }
  }
  const refuse = async (reason: string) => {
    try {
      keep(await call(refuseReview, { ...target, body: { reason } }))
    } catch (error) {
      if (hasStatus(error, 412) || hasStatus(error, 409)) await forget()
      throw error
    }
    await forget()
    notify(`The review of ${review.student} is not published. The student is told why.`)
    next()
  }
  useKeys({
    ...(mayPublish ? { a: () => void publish() } : {}),
    ...(mayRefuse ? { d: () => setRefusing(true) } : {}),
  })
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {mayPublish ? (
        <Button variant="primary" pending={running && 'Publish'} onClick={() => publish()} aria-keyshortcuts="A">
          Publish
          <Key>A</Key>
        </Button>
      ) : null}
      {mayRefuse ? (
        <Button onClick={() => setRefusing(true)} aria-keyshortcuts="D">
          {review.state === 'published' ? 'Take it off the page' : 'Do not publish'}
          <Key>D</Key>
        </Button>
      ) : null}
      <ReasonDialog
        open={refusing}
        onClose={() => setRefusing(false)}
        title={`Do not publish the review of ${review.student}?`}
        description="The student is mailed your reason and can change the review. Few stars are no reason."
        label="Reason"
        action="Do not publish"
        send={refuse}
      />
    </div>
  )
}

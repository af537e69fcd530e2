import { Link } from 'react-router'
import type { Room, RoomBatch } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import type { ServerClock } from '#ui/server-clock.ts'
import { Announcements } from '../announcements.tsx'
import { DueNext } from '../due-work.tsx'
import type { OwnWorkQuery } from '../due-work.tsx'
import { PaymentDue } from '../payment-due.tsx'
import { NextClass } from '../next-class.tsx'
import { ProgressLine } from './progress-line.tsx'

interface Props {
  course: Room['course']
  batch: RoomBatch
  clock: ServerClock
  work: OwnWorkQuery
  /** How far the certificate is, in words; empty while it is not known. */
  certificate: string
  onOver: () => void
}

/** Within three days, or late. */
const isSoon = (day: string, clock: ServerClock) => Date.parse(day) - clock() < 3 * 86_400_000

/** The next act first, then how far the student is, what was said and what is due. */
export function RoomOverview({ course, batch, clock, work, certificate, onOver }: Props) {
  return (
    <>
      {batch.payment_due_on !== null && (batch.payment_due || isSoon(batch.payment_due_on, clock)) ? (
        <div className="mb-6">
          <PaymentDue courseId={course.id} batchId={batch.batch_id} dueOn={batch.payment_due_on} isPaused={batch.payment_due} />
        </div>
      ) : null}
      <NextClass batch={batch} courseId={course.id} course={course.title} clock={clock} onOver={onOver} />
      <ProgressLine courseId={course.id} batch={batch} work={work} certificate={certificate} />
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
        <Announcements items={batch.announcements} clock={clock} />
        <DueNext query={work} batchId={batch.batch_id} toAll={pathTo('room-work', course.id, { batch: batch.batch_id })} />
      </div>
      <p className="mt-10 text-sm text-muted">
        Is something wrong with your enrolment?{' '}
        <Link to="/contact" className="font-semibold text-accent hover:underline">
          Ask us
        </Link>
      </p>
    </>
  )
}

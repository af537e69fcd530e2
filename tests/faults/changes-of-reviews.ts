import type pg from 'pg'
import { reviewConsent } from '#contract/learning/reviews.ts'
import { sellCourse, startBatch } from '#tests/school/sell-course.ts'
import type { Change } from './changes-of-staff.ts'
import type { StaffCall } from '#tests/school/staff-calls.ts'

/** What staff, the student and a refund change of the reviews on the page of a course. */
export async function* changesOfReviews(staff: StaffCall, db: pg.Pool): AsyncGenerator<Change> {
  const { courseId, batchId } = await sellCourse(db)
  await startBatch(db, batchId, '-20 days', '-1 day')
  const { rows } = await db.query<{ id: string }>(
    `insert into users (email, full_name, verified_at) values ('asha@example.com', 'Asha Patil', app_now()) returning id`,
  )
  const student = rows[0]?.id
  await db.query(`insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now() - interval '25 days')`, [
    student,
    batchId,
  ])
  await db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
     select id, $1, 'press', starts_at, starts_at from class_sessions where batch_id = $2`,
    [student, batchId],
  )
  await db.query(
    `insert into reviews (user_id, course_id, rating, text, shown_as, name, consent_version, consented_at, created_at, changed_at)
     values ($1, $2, 5, 'The wombat of all courses.', 'full', 'Asha Patil', $3, app_now(), app_now(), app_now())`,
    [student, courseId, reviewConsent.version],
  )
  const decide = async (verb: string, body: object) => {
    const { items } = await staff<{ items: { id: number; version: number }[] }>('GET', 'reviews/')
    const [review] = items
    if (!review) throw new Error('there is no review')
    return staff('POST', `reviews/${review.id}/${verb}/`, { body, version: review.version })
  }
  const resource = 'reviews'
  const pages = [`/courses/${courseId}?tab=reviews`, `/api/courses/${courseId}/`, `/api/courses/${courseId}/reviews/`]
  const words = 'The wombat of all courses.'
  yield { resource, pages, act: 'publish', run: () => decide('publish', {}), shows: words }
  yield { resource, pages, act: 'refuse', run: () => decide('refuse', { reason: 'Animals' }), omits: words }
  yield { resource, pages, act: 'publish again', run: () => decide('publish', {}), shows: words }
  const end = () => db.query(`update enrolments set ended_at = app_now() where user_id = $1`, [student])
  yield { resource, pages, act: 'refund', run: end, omits: words }
  const enrol = () =>
    db.query(`insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now())`, [student, batchId])
  yield { resource, pages, act: 'enrol again', run: enrol, shows: words }
  const narrow = () => db.query(`update reviews set shown_as = 'none', name = null where user_id = $1`, [student])
  yield { resource, pages, act: 'narrow the name', run: narrow, omits: 'Asha Patil' }
  const withdraw = () =>
    db.query(
      `update reviews set shown_as = null, consent_version = null, consented_at = null, state = 'waiting', decided_by = null, decided_at = null
       where user_id = $1`,
      [student],
    )
  yield { resource, pages, act: 'withdraw the consent', run: withdraw, omits: words }
}

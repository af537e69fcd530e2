import { reviews } from '#contract/learning/staff/reviews.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'

const state = `case when r.consented_at is null then 'private' else r.state end`
/** Working hours are counted no further than so many days. */
const countedDays = 14

export const reviewRecords = readRecords(reviews, {
  name: 'reviews_for_staff',
  from: `reviews r join users u on u.id = r.user_id join courses c on c.id = r.course_id left join staff d on d.id = r.decided_by`,
  select: {
    student_id: 'r.user_id::float8',
    student: 'u.full_name',
    course: 'c.title',
    state,
    consented_at: isoInstant('r.consented_at'),
    enrolled: `exists (select from active_enrolments e join batches b on b.id = e.batch_id
      where e.user_id = r.user_id and b.course_id = r.course_id)`,
    changed_at: isoInstant('r.changed_at'),
    age_hours: `case when ${state} = 'waiting' then
      round(working_hours(r.changed_at, least(app_now(), r.changed_at + interval '${countedDays} days')), 2)::float end`,
    decided_at: isoInstant('r.decided_at'),
    decided_by: 'd.name',
  },
  search: `concat_ws(' ', u.full_name, c.title, r.text)`,
  filters: {
    // As `state`, in conditions that the index of waiting reviews has.
    state: {
      type: 'text',
      sql: (value) => `((r.consented_at is null) = (${value} = 'private') and (${value} = 'private' or r.state = ${value}))`,
    },
    course: equals('integer', 'r.course_id'),
    student: equals('bigint', 'r.user_id'),
    ...dayFiltersOf('r.changed_at'),
  },
  sorts: {
    changed_at: { type: 'timestamptz', sql: 'r.changed_at' },
    rating: { type: 'integer', sql: 'r.rating' },
    id: { type: 'integer', sql: 'r.id' },
  },
})

import { isoInstant } from '#server/platform/db/iso-instant.ts'

/** What a person without a name is called. */
const formerStudent = 'Former student'

/** SQL of the name by which other students know a student. @param user alias of `users` */
export const firstName = (user: string): string =>
  `case when ${user}.erased_at is not null then '${formerStudent}' else left(split_part(btrim(${user}.full_name), ' ', 1), 40) end`

/** SQL of the full name, for staff. @param user alias of `users` */
export const fullName = (user: string): string =>
  `case when ${user}.erased_at is not null then '${formerStudent}' else ${user}.full_name end`

/** SQL of what a question `r` is joined with: its batch, who asked, its class and how far it is. */
export const questionJoins = `join question_states s on s.question_id = r.id
  join users u on u.id = r.user_id
  join batches b on b.id = r.batch_id
  join courses c on c.id = b.course_id
  left join lateral (select v.id, v.topic, case when v.state <> 'cancelled' then v.number end as number
    from numbered_sessions v where v.batch_id = r.batch_id offset 0) n on n.id = r.session_id`

/** SQL of a question as students read it. @param reader parameter of the student's id */
export const questionColumns = (
  reader: string,
): string => `r.id, r.version, r.batch_id, b.course_id, c.title as course, r.session_id,
  n.number as class_number, n.topic as class_topic, r.title, r.body, ${firstName('u')} as asked_by, r.user_id = ${reader} as mine,
  ${isoInstant('r.created_at')} as created_at, ${isoInstant('r.edited_at')} as edited_at,
  case when s.accepted then 'accepted' when s.answers > 0 then 'answered' else 'unanswered' end as state, s.answers as answer_count`

/** SQL condition: the student is in the batch of the question `r` now. @param reader parameter of the student's id */
export const isMember = (reader: string): string =>
  `exists (select from active_enrolments e where e.batch_id = r.batch_id and e.user_id = ${reader})`

/** SQL of who wrote the answer `a`: a student `w`, or staff who teach under a name `i`. */
export const authorJoins = `left join users w on w.id = a.user_id left join instructors i on i.staff_id = a.staff_id`
export const authorRole = `case when a.user_id is not null then 'student' when i.id is not null then 'instructor' else 'school' end`
/** @param name SQL of a student's name */
export const authorName = (name: string): string =>
  `case when a.user_id is not null then ${name} else coalesce(i.name, 'The school') end`

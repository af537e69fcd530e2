import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { DemoContent } from './read-content.ts'

/** Returns the SQL of a number below 100 that depends on a text alone, so that every demo has the same. */
export const percentOf = (text: string) => `(('x' || substr(md5(${text}), 1, 7))::bit(28)::integer % 100)`

const insertDemoStudents = statement(
  'insert_demo_students',
  `insert into users (email, full_name, verified_at, created_at)
   select 'student' || n || '@demo.invalid', name, app_now() - interval '300 days', app_now() - interval '300 days'
   from unnest($1::text[]) with ordinality as t (name, n)`,
)
// Students enrol in the six weeks before a batch. A few come after its first classes.
const insertDemoEnrolments = statement(
  'insert_demo_enrolments',
  `insert into enrolments (user_id, batch_id, created_at)
   select u.id, b.id, case when d.chance >= 93 and b.starts_at + interval '4 days' < app_now() then b.starts_at + interval '4 days'
     else least(b.starts_at, app_now()) - make_interval(hours => 7 + d.chance * 10) end
   from batches b
   cross join lateral (select u.id, u.email from users u where u.email like 'student%@demo.invalid'
     order by (u.id * 7919 + b.id) % 101 limit $2) u
   cross join lateral (select ${percentOf(`u.email || '/' || b.id`)} as chance) d
   where b.id = $1`,
)
// Most students come to most classes, some to fewer, and a few rarely. Of those who left early, the classroom says when. Materialized, because a
// join counts the number of a class anew wherever it is named.
const insertDemoEvidence = statement(
  'insert_demo_evidence',
  `with held as materialized (
     select id, batch_id, number, starts_at, ends_at from numbered_sessions where state <> 'cancelled' and ends_at <= app_now()
   ), places as (
     select s.id as session_id, e.user_id, s.starts_at, s.ends_at - s.starts_at as length,
       case when p.habit < 70 then 93 when p.habit < 90 then 75 else 45 end as comes, p.chance, p.manner
     from held s join batches b on b.id = s.batch_id
     join enrolments e on e.batch_id = s.batch_id and e.created_at <= s.starts_at join users u on u.id = e.user_id
     cross join lateral (select ${percentOf('u.email')} as habit, ${percentOf(`u.email || '/' || s.batch_id || '/' || s.number`)} as chance,
       ${percentOf(`s.number || '/' || u.email || '/' || s.batch_id`)} as manner) p
     where b.cancelled_at is null
   )
   insert into attendance_evidence (session_id, user_id, source, began_at, ended_at, received_at)
   select session_id, user_id, case when manner < 4 then 'classroom' else 'press' end, t.came_at,
     case when manner < 4 then t.came_at + length * 0.4 end, t.came_at
   from places cross join lateral (select starts_at
     + make_interval(mins => case when manner between 88 and 99 then manner - 71 else manner / 6 - 9 end) as came_at) t
   where chance < comes order by session_id, user_id`,
)

// Batches that are over have certificates, but for one student whom staff have still to choose. One was revoked.
const insertDemoCertificates = statement(
  'insert_demo_certificates',
  `with earned as (
     select b.id as batch_id, c.course_title, c.classes, c.minutes, c.first_at, c.last_at, s.*, u.email, u.full_name,
       row_number() over (partition by b.id order by u.id desc) as place
     from batches b cross join lateral certificate_batch(b.id) c cross join lateral certificate_standing(b.id, null) s
     join users u on u.id = s.user_id where c.finished_at is not null and s.meets
   )
   insert into certificates (code, user_id, batch_id, issued_at, rule, wanted_percent, attended, counted, exercises, accepted, holder,
     course_title, school, classes, minutes, first_day, last_day, built, revoked_at, revoked_for, revoke_reason)
   select md5('certificate ' || e.email || '/' || e.batch_id), e.user_id, e.batch_id, t.issued_at, e.rule, e.wanted, e.attended,
     e.counted, e.exercises, e.accepted, e.full_name, e.course_title, $1, e.classes, e.minutes,
     (e.first_at at time zone 'Asia/Kolkata')::date, (e.last_at at time zone 'Asia/Kolkata')::date,
     certificate_built(e.batch_id, e.user_id, app_now()),
     case when e.place = 2 then least(t.issued_at + interval '3 days', app_now()) end, case when e.place = 2 then 'staff' end,
     case when e.place = 2 then 'Two students of one name: it was meant for the other.' else '' end
   from earned e cross join lateral (select least(e.last_at + interval '40 hours', app_now()) as issued_at) t
   where e.place > 1 order by e.batch_id, e.full_name`,
)

const insertDemoOutcomes = statement(
  'insert_demo_outcomes',
  `insert into batch_outcomes (batch_id, students, attended, counted, certificates, exercises, accepted, first_day, last_day)
   select b.id, o.students, o.attended, o.counted, o.certificates, o.exercises, o.accepted, o.first_day, o.last_day
   from batches b cross join lateral count_batch_outcomes(b.id) o where o.last_day is not null and o.students >= 20`,
)

/** Enrols the students of the demo as the content declares, without a payment. */
export async function enrolUnpaid(tx: Queryable, { courses }: DemoContent): Promise<void> {
  for (const batch of courses.flatMap((course) => course.batches)) {
    await rows(tx, insertDemoEnrolments, [batch.id, batch.enrolled])
  }
}

/** Makes fictional students, who cannot sign in, and says who was in the classes that are over. */
export async function loadStudents(
  tx: Queryable,
  content: DemoContent,
  enrol: (tx: Queryable, content: DemoContent) => Promise<void>,
): Promise<void> {
  const { students } = content
  await rows(tx, insertDemoStudents, [students])
  await enrol(tx, content)
  // These tables were empty until now, and a plan for empty tables takes ten times as long.
  await tx.query('analyze users, batches, class_sessions, enrolments')
  await rows(tx, insertDemoEvidence)
}

/** Issues the certificates of batches that are over, once the work of their students is there. */
export async function issueDemoCertificates(tx: Queryable, { settings }: DemoContent): Promise<void> {
  await rows(tx, insertDemoCertificates, [settings.brand])
}

/** Shows what came of the batches that are over, on the pages of their courses. */
export async function showDemoOutcomes(tx: Queryable): Promise<void> {
  await rows(tx, insertDemoOutcomes)
}

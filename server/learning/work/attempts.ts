import type { Attempt } from '#contract/learning/work.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

// The name of a reviewer is that under which they teach. Reviews of the demo have the instructor of the batch.
const attemptsOfStudent = statement<Attempt>(
  'attempts_of_student',
  `select t.id::float8 as submission_id, t.attempt, t.text, t.link,
     case when t.file_key is not null then jsonb_build_object('name', t.file_name, 'bytes', t.file_bytes) end as file,
     ${isoInstant('t.submitted_at')} as submitted_at, t.submitted_at > x.due_at as late,
     case when w.id is not null then jsonb_build_object('outcome', w.outcome, 'words', w.words, 'comments', w.comments,
       'reviewer', coalesce((select i.name from instructors i where i.staff_id = w.reviewer_id), p.name,
         (select i.name from class_sessions s join batches b on b.id = s.batch_id join instructors i on i.id = b.instructor_id where s.id = x.session_id)),
       'reviewed_at', ${isoInstant('w.reviewed_at')}) end as review
   from submissions t join exercises x on x.id = t.exercise_id
   left join submission_reviews w on w.submission_id = t.id left join staff p on p.id = w.reviewer_id
   where t.exercise_id = $1 and t.user_id = $2 order by t.attempt desc`,
)

/** All attempts of a student, the newest first. The caller has decided who reads them. */
export const attemptsOf = (db: Queryable, exerciseId: number, userId: number): Promise<Attempt[]> =>
  rows(db, attemptsOfStudent, [exerciseId, userId])

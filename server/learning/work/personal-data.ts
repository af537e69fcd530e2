import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseSubmissionReviews = statement(
  'erase_submission_reviews',
  `update submission_reviews r set words = '', comments = '[]' from submissions s where s.id = r.submission_id and s.user_id = $1`,
)
const eraseSubmissions = statement(
  'erase_submissions',
  `with gone as (
     insert into submission_file_removals (key, removable_at)
     select file_key, app_now() from submissions where user_id = $1 and file_key is not null on conflict (key) do nothing
   )
   update submissions set text = null, link = null, file_key = null, file_name = null, file_bytes = null where user_id = $1`,
)

export const workPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      submissions: `select c.batch_id, x.title as exercise, s.attempt, s.text, s.link, s.file_name, s.submitted_at, r.outcome, r.words,
         r.comments::text as comments, r.reviewed_at
       from submissions s join exercises x on x.id = s.exercise_id join class_sessions c on c.id = x.session_id
       left join submission_reviews r on r.submission_id = s.id where s.user_id = $1 order by s.id`,
    }),
  },
  erasures: { account: [eraseSubmissionReviews, eraseSubmissions] },
}

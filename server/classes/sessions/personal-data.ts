import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// The attendance itself stays with the account, which then names nobody.
const eraseEvidenceNames = statement(
  'erase_evidence_names',
  `update attendance_evidence set provider_id = null where user_id = $1`,
)

const eraseCalendarFeed = statement('erase_calendar_feed', `delete from calendar_feeds where user_id = $1`)

export const classesPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      classes_joined: `select s.batch_id, s.number as class_number, s.starts_at, e.source, e.began_at, e.ended_at, e.provider_id as named_as
       from attendance_evidence e join numbered_sessions s on s.id = e.session_id where e.user_id = $1 order by e.began_at`,
      calendar_feed: `select created_at, last_read_at from calendar_feeds where user_id = $1`,
    }),
  },
  erasures: { account: [eraseEvidenceNames, eraseCalendarFeed] },
}

import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const erasePositions = statement('erase_positions', `delete from recording_positions where user_id = $1`)
const eraseRecordingGrants = statement('erase_recording_grants', `delete from recording_grants where user_id = $1`)

export const recordingsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      watched_recordings: `select s.batch_id, s.number as day_number, r.title, w.position_seconds, w.completed, w.watched_at
       from recording_positions w join recordings r on r.id = w.recording_id
       join numbered_sessions s on s.id = r.session_id where w.user_id = $1 order by w.watched_at`,
      recording_links: `select batch_id, expires_at from recording_grants where user_id = $1 order by batch_id`,
    }),
  },
  erasures: { account: [erasePositions, eraseRecordingGrants] },
}

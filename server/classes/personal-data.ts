import { statement } from '../db/query.ts'
import { exportParts, type PersonalData } from '../define-personal-data.ts'

const erasePositions = statement('erase_positions', `delete from recording_positions where user_id = $1`)

export const classesPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      watched_recordings: `select r.batch_id, s.number as day_number, r.title, w.position_seconds, w.completed, w.watched_at
       from recording_positions w join recordings r on r.id = w.recording_id
       join numbered_sessions s on s.id = r.session_id where w.user_id = $1 order by w.watched_at`,
    }),
  },
  erasures: { account: [erasePositions] },
  columns: {
    'recording_positions.user_id': { exported: 'watched_recordings', erased: 'erase_positions' },
  },
}

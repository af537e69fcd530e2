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
  columns: {
    'recording_positions.user_id': { exported: 'watched_recordings', erased: 'erase_positions' },
    'recording_grants.user_id': { exported: 'recording_links', erased: 'erase_recording_grants' },
    'recording_captions.vtt': {
      exported: { no: 'It is the text of a recording of the school. Students read it in the player.' },
      erased: { retained: 'The captions of a class belong to all of its students.' },
    },
    'recordings.video_url': {
      exported: { no: 'It is a recording of the school. Students watch it in their room.' },
      erased: { retained: 'The recording of a class belongs to all of its students.' },
    },
    'recordings.withhold_reason': {
      exported: { no: 'Staff write to staff why a recording is kept back.' },
      erased: { retained: 'It belongs to the recording. Staff delete it there when it names the person.' },
    },
  },
}

import { statement } from '../db/query.ts'
import { exportParts, type PersonalData } from '../define-personal-data.ts'

const eraseRecordingGrants = statement('erase_recording_grants', `delete from recording_grants where user_id = $1`)

export const mediaPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      recording_links: `select batch_id, expires_at from recording_grants where user_id = $1 order by batch_id`,
    }),
  },
  erasures: { account: [eraseRecordingGrants] },
  columns: { 'recording_grants.user_id': { exported: 'recording_links', erased: 'erase_recording_grants' } },
}

import { recordingUploads } from '#contract/classes/staff/recording-uploads.ts'
import { ownClassesOnly } from '#server/classes/sessions/taught-classes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'

export const uploadRecords = readRecords(recordingUploads, {
  name: 'recording_uploads_for_staff',
  // "offset 0" keeps the batch inside the view, which otherwise numbers every class of the school.
  from: `recording_uploads r join class_sessions s on s.id = r.session_id join batches b on b.id = s.batch_id
    join courses c on c.id = b.course_id
    cross join lateral (select v.* from numbered_sessions v where v.batch_id = b.id offset 0) n
    join staff p on p.id = r.staff_id`,
  only: 'n.id = r.session_id',
  select: {
    course: 'c.title',
    number: 'n.number',
    size_bytes: 'r.size_bytes::float8',
    staff: 'p.name',
    created_at: isoInstant('r.created_at'),
  },
  search: `c.title || ' ' || r.title || ' ' || r.file_name`,
  filters: {
    session: equals('integer', 'r.session_id'),
    state: equals('text', 'r.state'),
  },
  sorts: { created_at: { type: 'timestamptz', sql: 'r.created_at' }, id: { type: 'integer', sql: 'r.id' } },
  own: ownClassesOnly('r.session_id'),
})

import { classRecordings, recordings } from '#contract/staff/recordings.ts'
import { recordingChaseDays } from '#contract/rules.ts'
import type { Staff } from '../auth/principal.ts'
import { dayFiltersOf } from '../db/days-in-india.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { readRecords } from '../records/read-records.ts'
import { staffRecords } from '../records/staff-records.ts'

/** An instructor reads the classes of own batches, and a substitute those that they teach. Other roles read all. */
export const teacherOf = ({ role, id }: Staff): number | null => (role === 'instructor' ? id : null)
const own = { sql: '$own in (h.staff_id, i.staff_id)', of: teacherOf }

// "offset 0" keeps the batch inside the view, which otherwise numbers every class of the school.
const classes = `join courses c on c.id = b.course_id
  cross join lateral (select v.* from numbered_sessions v where v.batch_id = b.id offset 0) n
  join instructors i on i.id = coalesce(n.instructor_id, b.instructor_id)
  join instructors h on h.id = b.instructor_id`

export const recordingRecords = staffRecords(recordings, {
  name: 'recordings_for_staff',
  table: 'recordings',
  from: `recordings r join batches b on b.id = r.batch_id ${classes} and n.id = r.session_id`,
  select: {
    course: 'c.title',
    number: 'n.number',
    starts_at: isoInstant('n.starts_at'),
    url: 'r.video_url',
    duration_minutes: '(r.duration_seconds / 60)',
    state: `case when r.withheld_at is null then 'ready' else 'withheld' end`,
    watched_by: '(select count(*)::integer from recording_positions p where p.recording_id = r.id)',
    created_at: isoInstant('r.created_at'),
  },
  writes: ['session_id', 'title', 'kind', 'video_url', 'duration_seconds', 'is_preview', 'created_at'],
  search: `c.title || ' ' || r.title`,
  filters: {
    session: { type: 'integer', sql: 'r.session_id = $' },
    batch: { type: 'integer', sql: 'r.batch_id = $' },
    state: { type: 'text', sql: `(r.withheld_at is null) = ($ = 'ready')` },
  },
  sorts: {
    created_at: { type: 'timestamptz', sql: 'r.created_at' },
    starts_at: { type: 'timestamptz', sql: 'n.starts_at' },
    id: { type: 'integer', sql: 'r.id' },
  },
  own,
})

export const classRecordingRecords = readRecords(classRecordings, {
  name: 'class_recordings',
  from: `batches b ${classes} cross join lateral (select n.id) r join session_recordings k on k.session_id = n.id`,
  select: {
    batch_id: 'b.id',
    course: 'c.title',
    number: 'n.number',
    total: 'n.total',
    topic: 'n.topic',
    starts_at: isoInstant('n.starts_at'),
    ends_at: isoInstant('n.ends_at'),
    instructor: 'i.name',
    state: 'k.state',
    expected_by: isoInstant('k.expected_by'),
    recordings: '(select count(*)::integer from recordings x where x.session_id = n.id)',
    may_write: '($own is null or coalesce(i.staff_id = $own, false))',
  },
  search: `c.title || ' ' || n.module || ' ' || n.topic || ' ' || i.name`,
  filters: {
    batch: { type: 'integer', sql: 'b.id = $' },
    state: { type: 'text', sql: 'k.state = $' },
    late: {
      type: 'boolean',
      sql: `(k.state = 'missing' and n.ends_at > app_now() - interval '${recordingChaseDays} days') = $`,
    },
    ...dayFiltersOf('n.starts_at'),
  },
  sorts: { starts_at: { type: 'timestamptz', sql: 'n.starts_at' }, id: { type: 'integer', sql: 'r.id' } },
  only: 'k.state is not null',
  own,
})

import { classRecordings, recordings } from '#contract/classes/staff/recordings.ts'
import { recordingChaseDays } from '#contract/rules.ts'
import { ownClassesOnly } from '#server/classes/sessions/taught-classes.ts'
import { dayFiltersOf } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

const tables = `join batches b on b.id = n.batch_id join courses c on c.id = b.course_id
  join instructors i on i.id = n.teacher_id`

export const recordingRecords = staffRecords(recordings, {
  name: 'recordings_for_staff',
  table: 'recordings',
  from: `recordings r join numbered_sessions n on n.id = r.session_id ${tables}`,
  select: {
    batch_id: 'n.batch_id',
    course: 'c.title',
    number: 'n.number',
    starts_at: isoInstant('n.starts_at'),
    url: 'r.video_url',
    duration_minutes: '(r.duration_seconds / 60)',
    state: `case when r.withheld_at is null then 'ready' else 'withheld' end`,
    chapters: `coalesce((select jsonb_agg(jsonb_build_object('at_seconds', k.at_seconds, 'title', k.title) order by k.at_seconds)
      from class_chapters k where k.recording_id = r.id), '[]')`,
    clip: `(select jsonb_build_object('from_seconds', k.from_seconds, 'to_seconds', k.to_seconds, 'on_home', k.on_home)
      from recording_clips k where k.recording_id = r.id)`,
    clip_is_shown: 'exists (select from shown_clips k where k.recording_id = r.id)',
    watched_by: '(select count(*)::integer from recording_positions p where p.recording_id = r.id)',
    created_at: isoInstant('r.created_at'),
  },
  writes: ['session_id', 'title', 'kind', 'video_url', 'duration_seconds', 'is_preview', 'created_at'],
  search: `c.title || ' ' || r.title`,
  filters: {
    session: equals('integer', 'r.session_id'),
    batch: equals('integer', 'n.batch_id'),
    state: { type: 'text', sql: (value) => `(r.withheld_at is null) = (${value} = 'ready')` },
  },
  sorts: {
    created_at: { type: 'timestamptz', sql: 'r.created_at' },
    starts_at: { type: 'timestamptz', sql: 'n.starts_at' },
    id: { type: 'integer', sql: 'r.id' },
  },
  own: ownClassesOnly('r.session_id'),
})

const chasedSince = `(select app_now()) - interval '${recordingChaseDays} days'`

/**
 * Conditions that follow from a state, by which the classes of a rare one are found without computing the state of all. An
 * array can be a condition for the index after the other alternative is false; `in` can't.
 */
const mayHaveState = (state: string) => `
  (${state} <> 'withheld' or n.id = any (array(select w.session_id from recordings w where w.withheld_at is not null)))
  and (${state} <> 'processing' or n.id = any (array(select u.session_id from recording_uploads u where u.state = 'preparing')))
  and (${state} <> 'missing' or not exists (select from recordings w where w.session_id = n.id))
  and (${state} <> 'expected' or n.ends_at > app_now() - interval '2 days')`

export const classRecordingRecords = readRecords(classRecordings, {
  name: 'class_recordings',
  from: `numbered_sessions n ${tables} join session_recordings k on k.session_id = n.id cross join lateral (select n.id) r`,
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
    may_write: (own) => `(${own} is null or coalesce(i.staff_id = ${own}, false))`,
  },
  search: `c.title || ' ' || n.module || ' ' || n.topic || ' ' || i.name`,
  filters: {
    batch: equals('integer', 'b.id'),
    // A state is estimated to be rare. Inside coalesce it is not, so that the first classes in the order are tried.
    state: { type: 'text', sql: (value) => `coalesce(k.state = ${value}, false) and ${mayHaveState(value)}` },
    late: {
      type: 'boolean',
      // No class lasts a day, so the start is a condition for the index that has the order of the list.
      sql: (value) =>
        `coalesce(k.state = 'missing' and n.ends_at > ${chasedSince}, false) = ${value} and (not ${value} or n.starts_at > ${chasedSince} - interval '1 day')`,
    },
    ...dayFiltersOf('n.starts_at'),
  },
  sorts: { starts_at: { type: 'timestamptz', sql: 'n.starts_at' }, id: { type: 'integer', sql: 'r.id' } },
  // Of the classes ahead none is held. The condition on their start is one for the index.
  only: `n.starts_at < (select app_now()) and k.is_held`,
  own: { ...ownClassesOnly('n.id'), writes: 'recordings:write' },
})

import { row, statement } from '#server/platform/db/query.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, notFound } from '#server/platform/errors/errors.ts'

interface Position {
  position_seconds: number
  completed: boolean
}

/** Seconds before the end from which a recording counts as completed, and by which a player's length may differ. */
const completedWithin = 10
const lengthTolerance = 2

const watchableRecording = statement<{ duration_seconds: number }>(
  'watchable_recording',
  `select r.duration_seconds from ready_recordings r join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
   where r.id = $1 and (r.is_preview and c.published
     or exists (select 1 from active_enrolments e where e.batch_id = r.batch_id and e.user_id = $2))`,
)
const upsertPosition = statement<Position>(
  'upsert_position',
  `insert into recording_positions as p (user_id, recording_id, position_seconds, completed, watched_at, updated_at)
   values ($1, $2, $3, $4, least($5::timestamptz, app_now()), app_now())
   on conflict (user_id, recording_id) do update
     set position_seconds = excluded.position_seconds, completed = p.completed or excluded.completed,
       watched_at = excluded.watched_at, updated_at = excluded.updated_at
     where p.watched_at <= excluded.watched_at
   returning position_seconds, completed`,
)
const storedPosition = statement<Position>(
  'stored_position',
  `select position_seconds, completed from recording_positions where user_id = $1 and recording_id = $2`,
)

/**
 * Saves a student's position in a recording, unless a later `watched_at` is saved already. Positions are seconds.
 * @throws HttpError 404 for a recording that is unknown or that the student must not watch, 400 beyond its end
 */
export async function savePosition(
  deps: Deps,
  student: Student,
  input: {
    params: { recording_id: number }
    body: { position_seconds: number; watched_at: string; ended?: boolean | undefined }
  },
): Promise<Position> {
  const { params, body } = input
  const recording = await row(deps.db, watchableRecording, [params.recording_id, student.id])
  if (!recording) throw notFound('Recording not found.')
  const { duration_seconds: duration } = recording
  const isKnown = duration > 0
  if (isKnown && body.position_seconds > duration + lengthTolerance) {
    throw invalid('This is beyond the end.', { position_seconds: ['This is beyond the end.'] })
  }
  const position = isKnown ? Math.min(Math.floor(body.position_seconds), duration) : Math.floor(body.position_seconds)
  const completed = isKnown ? position >= duration - completedWithin : body.ended === true
  // PostgreSQL has no year 0 and no offset of 16 hours.
  const watchedAt = new Date(Math.max(0, Date.parse(body.watched_at))).toISOString()
  const saved = await row(deps.db, upsertPosition, [student.id, params.recording_id, position, completed, watchedAt])
  return (
    saved ?? (await row(deps.db, storedPosition, [student.id, params.recording_id])) ?? { position_seconds: 0, completed: false }
  )
}

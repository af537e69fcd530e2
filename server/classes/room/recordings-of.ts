import type { CaptionLanguage } from '#contract/classes/classes.ts'
import type { Chapter } from '#contract/classes/chapters.ts'
import type { RecordingKind } from '#contract/classes/recording-links.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

export interface Recording {
  id: number
  batch_id: number
  session_id: number
  title: string
  date: string
  day_number: number
  course: string
  duration_seconds: number
  is_preview: boolean
  kind: RecordingKind
  video_url: string
  captions_url: string | null
  poster_url: string | null
  /** Captions that staff gave. */
  captions: { id: number; version: number; language: CaptionLanguage }[]
  /** Those that begin before its end. */
  chapters: Chapter[]
  position_seconds: number
  completed: boolean
}

const recordingsOfBatches = statement<Recording>(
  'recordings_of_batches',
  `select r.id, r.batch_id, r.session_id, r.title, to_char(r.recorded_on, 'YYYY-MM-DD') as date, s.number as day_number, c.title as course,
     r.duration_seconds, r.is_preview, r.kind, r.video_url, r.captions_url, r.poster_url,
     coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'version', k.version, 'language', k.language) order by k.id)
       from recording_captions k where k.recording_id = r.id), '[]') as captions,
     coalesce((select jsonb_agg(jsonb_build_object('at_seconds', h.at_seconds, 'title', h.title) order by h.at_seconds)
       from class_chapters h where h.recording_id = r.id and (r.duration_seconds = 0 or h.at_seconds < r.duration_seconds)), '[]') as chapters,
     coalesce(p.position_seconds, 0) as position_seconds, coalesce(p.completed, false) as completed
   from ready_recordings r join numbered_sessions s on s.id = r.session_id
   join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
   left join recording_positions p on p.recording_id = r.id and p.user_id = $2
   where r.batch_id = any ($1) and s.batch_id = any ($1) order by s.starts_at, r.id`,
)

/** Returns recordings by day with the student's positions. Callers must hide the addresses from unauthorised readers. */
export async function recordingsOf(deps: Deps, batchIds: number[], studentId: number | undefined): Promise<Recording[]> {
  return rows(deps.db, recordingsOfBatches, [batchIds, studentId ?? null])
}

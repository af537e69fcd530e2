import type { Video } from '#contract/classes.ts'
import { row, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'

type Recording = Omit<Video, 'locked' | 'video_url'> & { video_url: string }

const batch = statement<{ enrolled: boolean }>(
  'batch_of_recordings',
  `select exists (select 1 from enrolments e where e.batch_id = b.id and e.user_id = $2 and e.ended_at is null) as enrolled
   from batches b where b.id = $1`,
)
const recordings = statement<Recording>(
  'recordings_of_batch',
  `select r.id, r.title, to_char(r.recorded_on, 'YYYY-MM-DD') as date, r.day_number, c.title as course,
     r.duration_seconds, r.is_preview, r.video_url
   from recordings r join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
   where r.batch_id = $1 order by r.day_number, r.id`,
)

/** Everyone sees what was recorded; only the enrolled get the addresses, previews apart. */
export async function listVideos(deps: Deps, batchId: number, studentId: number | undefined): Promise<Video[]> {
  const found = await row(deps.db, batch, [batchId, studentId ?? null])
  if (!found) throw notFound('Batch not found.')
  const all = await rows(deps.db, recordings, [batchId])
  return all.map((recording) => {
    const open = found.enrolled || recording.is_preview
    return { ...recording, locked: !open, video_url: open ? recording.video_url : null }
  })
}

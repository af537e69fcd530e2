import type { VideoList } from '#contract/classes/classes.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readRecordingDownloads } from '#server/platform/settings/site-settings.ts'
import { downloadPath } from './downloads.ts'
import { captionPath, grantRecordings, recordingLink } from './recording-links.ts'
import { recordingsOf } from '#server/classes/room/recordings-of.ts'

const batchOfRecordings = statement<{
  enrolled: boolean
  is_open: boolean
  published: boolean
  course_id: number
  course: string
  now: Date
}>(
  'batch_of_recordings',
  `select exists (select 1 from active_enrolments e where e.batch_id = b.id and e.user_id = $2) as enrolled,
     exists (select 1 from open_enrolments e where e.batch_id = b.id and e.user_id = $2) as is_open, c.published, b.course_id, c.title as course, app_now() as now
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

/**
 * Returns the recordings of a batch. Only enrolled students whose payments are not due for too long get the links, except those of free previews.
 * @throws HttpError 404 for an unknown batch, or an unpublished one without an enrolment
 */
export async function listVideos(
  deps: Deps,
  principal: Student | Visitor,
  input: { params: { batch_id: number } },
): Promise<VideoList> {
  const batchId = input.params.batch_id
  const studentId = principal.kind === 'student' ? principal.id : undefined
  const batch = await row(deps.db, batchOfRecordings, [batchId, studentId ?? null])
  if (!batch || !(batch.published || batch.enrolled)) throw notFound('Batch not found.')
  const [recordings, allowsDownloads] = await Promise.all([
    recordingsOf(deps, [batchId], studentId),
    batch.is_open && readRecordingDownloads(deps),
  ])
  const { published: _, is_open: isOpen, ...shown } = batch
  const hasLinks = recordings.some((recording) => isOpen || recording.is_preview)
  const grant = hasLinks ? await grantRecordings(deps, batchId, isOpen ? studentId : undefined) : undefined
  return {
    ...shown,
    payment_due: batch.enrolled && !isOpen,
    now: batch.now.toISOString(),
    allows_downloads: allowsDownloads,
    videos: recordings.map(({ batch_id: _batch, ...recording }) => {
      const locked = !isOpen && !recording.is_preview
      const link = (path: string | null) => (locked || path === null ? null : recordingLink(deps, path, grant))
      const file = allowsDownloads ? link(downloadPath(recording.video_url) ?? null) : null
      const captions = recording.captions.flatMap(({ id, version, language }) => {
        const url = link(captionPath(id, version))
        return url === null ? [] : { language, url }
      })
      return {
        ...recording,
        locked,
        video_url: link(recording.video_url),
        captions_url: link(recording.captions_url),
        poster_url: link(recording.poster_url),
        download_url: file && `${file}?download`,
        captions,
        chapters: locked ? [] : recording.chapters,
      }
    }),
  }
}

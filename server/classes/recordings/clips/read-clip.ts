import type { AnswerOf } from '#contract/endpoint.ts'
import type { Clip, FreeVideo, readHomeClip } from '#contract/classes/clips.ts'
import type { CaptionLanguage } from '#contract/classes/classes.ts'
import { parseCaptions } from '#contract/classes/webvtt.ts'
import type { Deps } from '#server/deps.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { captionPath, grantRecordings, recordingLink } from '#server/classes/recordings/playing/recording-links.ts'

type ClipRow = Omit<Clip, 'lines'> & { vtt: string | null }

// The captions that the player begins with are those in the language that was given first.
const columns = `k.recording_id, k.course_id, k.course, k.batch_id, k.title, k.from_seconds, k.to_seconds, k.kind, k.plays_here,
  (select n.number from numbered_sessions n where n.id = k.session_id and n.batch_id = k.batch_id) as day_number,
  (select t.vtt from recording_captions t where t.recording_id = k.recording_id order by t.id limit 1) as vtt`
const clipOfHome = statement<ClipRow>('clip_of_home', `select ${columns} from shown_clips k where k.on_home`)
const clipOfCourse = statement<ClipRow>(
  'clip_of_course',
  `select ${columns} from shown_clips k join class_sessions s on s.id = k.session_id
   where k.course_id = $1 order by s.starts_at, k.recording_id limit 1`,
)

/** Returns the clip of a course, or without one that of the home page. */
export async function readClip(
  deps: Pick<Deps, 'db'>,
  _visitor: Visitor,
  course?: number,
): Promise<AnswerOf<typeof readHomeClip>> {
  const found = course === undefined ? await row(deps.db, clipOfHome) : await row(deps.db, clipOfCourse, [course])
  if (!found) return { clip: null }
  const { vtt, ...clip } = found
  return { clip: { ...clip, lines: vtt === null ? [] : linesOf(vtt, clip) } }
}

/** What is said between two seconds. Without lines of which too little is heard: those that began before, or in the last second. */
function linesOf(vtt: string, { from_seconds: from, to_seconds: to }: Pick<Clip, 'from_seconds' | 'to_seconds'>): Clip['lines'] {
  return parseCaptions(vtt).flatMap(({ start, text }) =>
    start >= from * 1000 && start < (to - 1) * 1000 ? { at_seconds: start / 1000, text: text.replaceAll('\n', ' ') } : [],
  )
}

interface VideoRow {
  batch_id: number
  kind: Clip['kind']
  video_url: string
  captions_url: string | null
}
const freeVideo = statement<VideoRow>(
  'free_video',
  `select r.batch_id, r.kind, r.video_url, r.captions_url
   from ready_recordings r join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
   where r.id = $1 and r.is_preview and c.published and r.kind in ('file', 'hls') and r.video_url !~* '^https?:'`,
)
const captionsOfFreeVideo = statement<{ id: number; version: number; language: CaptionLanguage }>(
  'captions_of_free_video',
  `select id, version, language from recording_captions where recording_id = $1 order by id`,
)

/** Returns signed links to a free recording. @throws HttpError 404 when visitors may not watch it, or another host plays it */
export async function readFreeVideo(
  deps: Deps,
  _visitor: Visitor,
  { params: { recording_id: id } }: { params: { recording_id: number } },
): Promise<FreeVideo> {
  const [found, given] = await Promise.all([row(deps.db, freeVideo, [id]), rows(deps.db, captionsOfFreeVideo, [id])])
  const grant = found && (await grantRecordings(deps, found.batch_id, undefined))
  const link = (path: string) => recordingLink(deps, path, grant)
  const url = found && link(found.video_url)
  if (!found || !url) throw notFound('This recording is not free to watch.')
  const captions = given.map(({ id: captionsId, version, language }) => ({ language, path: captionPath(captionsId, version) }))
  const tracks =
    captions.length > 0 || found.captions_url === null ? captions : [{ language: 'en' as const, path: found.captions_url }]
  return {
    video_url: url,
    is_playlist: found.kind === 'hls',
    captions: tracks.flatMap(({ language, path }) => {
      const track = link(path)
      return track === null ? [] : { language, url: track }
    }),
  }
}

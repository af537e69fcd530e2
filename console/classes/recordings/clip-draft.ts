import { parseChapterTime } from '#contract/classes/chapters.ts'
import { clipInput, type ClipPart, clipProblem } from '#contract/classes/clips.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { formatLength } from '#ui/format.ts'

/** Times as they are typed. */
export interface ClipDraft {
  from: string
  to: string
}

type Problems = Partial<Record<keyof ClipDraft, string>>

const example = 'A time looks like 1:30 or 1:02:03.'

/** @param length of the recording in seconds, 0 when nobody knows */
export function readClipDraft(
  { from, to }: ClipDraft,
  length: number,
): { part: Omit<ClipPart, 'on_home'> } | { problems: Problems } {
  const [start, end] = [parseChapterTime(from), parseChapterTime(to)]
  if (start === null || end === null) {
    return { problems: { ...(start === null ? { from: example } : {}), ...(end === null ? { to: example } : {}) } }
  }
  const problem =
    clipProblem(start, end) ?? (length > 0 && end > length ? `The recording ends at ${formatLength(length)}.` : null)
  if (problem !== null) return { problems: { to: problem } }
  const part = { from_seconds: start, to_seconds: end }
  const read = clipInput.safeParse({ ...part, on_home: false })
  return read.success ? { part } : { problems: { from: read.error.issues[0]?.message ?? example } }
}

/** What keeps a clip of a recording from the public pages. Null when visitors see it. */
export function hiddenBecause({ clip, clip_is_shown: isShown, ...recording }: RecordingRecord): string | null {
  if (clip === null || isShown) return null
  if (!recording.is_preview) return 'Its clip is hidden: the recording is no free preview.'
  if (recording.state === 'withheld') return 'Its clip is hidden: the recording is withheld.'
  if (recording.duration_seconds > 0 && clip.to_seconds > recording.duration_seconds)
    return 'Its clip is hidden: it ends after the recording.'
  if (recording.kind === 'file' || recording.kind === 'hls')
    return 'Its clip is hidden until the recording has captions and its course is published.'
  return 'Its clip is hidden until its course is published.'
}

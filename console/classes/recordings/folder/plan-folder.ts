import { largestVideo, type RecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'

/** A file of a folder, with its path below the folder. */
export interface FolderFile {
  name: string
  path: string
  size: number
}

type FolderClass = Pick<SessionRecord, 'id' | 'number' | 'topic' | 'starts_at' | 'state'>

/** What becomes of a video. */
export interface PlannedVideo<One extends FolderFile> {
  file: One
  title: string
  /** The class that gets it; null without one. */
  session: FolderClass | null
  /** One that has begun to arrive goes on where it stopped. */
  does: 'upload' | 'go_on' | 'there' | 'no_class' | 'too_large' | 'empty'
  /** The upload that goes on. */
  upload: RecordingUpload | null
}

export interface FolderPlan<One extends FolderFile> {
  videos: PlannedVideo<One>[]
  /** Files that are no videos. */
  others: number
}

interface Batch {
  classes: readonly FolderClass[]
  recordings: readonly Pick<RecordingRecord, 'session_id' | 'title'>[]
  uploads: readonly RecordingUpload[]
  /** Who asks. An upload of another person is left alone. */
  staffId: number | undefined
}

const videoName = /\.(?:mp4|m4v|mov|webm|mkv|ts)$/i
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Plans which class of a batch gets which video of a folder: in the natural order of both, one video for each class without any. */
export function planFolder<One extends FolderFile>(files: readonly One[], batch: Batch): FolderPlan<One> {
  const { classes, recordings, uploads, staffId } = batch
  const videos = files.filter(({ name }) => videoName.test(name) && !name.startsWith('.'))
  const sorted = videos.toSorted((one, other) => natural.compare(one.path, other.path))
  const classOf = (id: number) => classes.find((one) => one.id === id) ?? null
  const taken = new Set([...recordings, ...uploads].map(({ session_id: id }) => id))
  const free = classes.filter(({ id, state }) => (state === 'held' || state === 'live') && !taken.has(id))
  const known = new Set<number>()
  const plan = sorted.map((file): PlannedVideo<One> => {
    const title = titleOf(file.name)
    const upload = uploads.find(
      (one) => one.file_name === lineOfName(file.name) && one.size_bytes === file.size && !known.has(one.id),
    )
    if (upload) {
      known.add(upload.id)
      const goesOn = upload.state === 'receiving' && upload.staff_id === staffId
      return { file, title, session: classOf(upload.session_id), does: goesOn ? 'go_on' : 'there', upload }
    }
    const there = recordings.find((one) => one.title === title)
    if (there) return { file, title, session: classOf(there.session_id), does: 'there', upload: null }
    if (file.size === 0) return { file, title, session: null, does: 'empty', upload: null }
    if (file.size > largestVideo) return { file, title, session: null, does: 'too_large', upload: null }
    const session = free.shift() ?? null
    return { file, title, session, does: session ? 'upload' : 'no_class', upload: null }
  })
  return { videos: plan, others: files.length - videos.length }
}

/** The name of a file as a line that the contract accepts. Operating systems allow control characters and longer names. */
export const lineOfName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()

/** `Reading a query plan` of `07_Reading_a_query_plan.mp4`. A name that is only a number stays. */
export function titleOf(name: string): string {
  const words = lineOfName(name)
    .replace(/\.[^.]*$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.replace(/^\d{1,3}(?:\.\d{1,3})*(?:\s*[-–—.):]\s*|\s+)(?=\S)/, '') || words
}

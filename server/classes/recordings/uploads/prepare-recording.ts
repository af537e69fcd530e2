import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { one, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf } from '#server/platform/text/format.ts'
import { hasSpace, watchSpace } from '#server/platform/files/free-space.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { publishedPath } from '#server/classes/recordings/published-path.ts'
import { encodeVideo, hasFfmpeg } from './encode-video.ts'
import { probeVideo } from '#server/platform/video/probe-video.ts'
import { LostBytes } from './verify-video.ts'
import { announceRecordingJob } from '#server/classes/recordings/jobs.ts'

interface ReceivedUpload {
  key: string
  session_id: number
  title: string
  size: number
}
const receivedUpload = statement<ReceivedUpload>(
  'received_upload',
  `select key, session_id, title, size_bytes::float8 as size from recording_uploads where id = $1 and state = 'preparing'`,
)
// What is published before its row commits is nobody's when this run is killed.
const removeUnlessStored = statement(
  'remove_unless_stored',
  `insert into recording_file_removals (key, kind, removable_at) values ($1, 'published', app_now() + interval '1 day')
   on conflict (key, kind) do update set removable_at = excluded.removable_at`,
)
const keepPublished = statement('keep_published', `delete from recording_file_removals where key = $1 and kind = 'published'`)
const deletePrepared = statement<{ id: number }>(
  'delete_prepared',
  `delete from recording_uploads where id = $1 and state = 'preparing' returning id`,
)
const insertUploaded = statement<{ id: number }>(
  'insert_uploaded',
  `insert into recordings (session_id, title, kind, video_url, poster_url, duration_seconds, upload_key, checksum, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, app_now()) returning id`,
)
const markFailed = statement<{ id: number }>(
  'mark_failed',
  `update recording_uploads set state = 'failed', problem = $2 where id = $1 and state = 'preparing' returning id`,
)
const setWaitingProblem = statement(
  'set_waiting_problem',
  `update recording_uploads set problem = $2 where id = $1 and state = 'preparing' and problem <> $2`,
)
interface FailedClass {
  to: string
  name: string
  course: string
  number: number
  total: number
  topic: string
}
const classOfFailed = statement<FailedClass>(
  'class_of_failed',
  `select p.email as "to", p.name, c.title as course, n.number, n.total, n.topic
   from recording_uploads u join staff p on p.id = u.staff_id join numbered_sessions n on n.id = u.session_id
   join batches b on b.id = n.batch_id join courses c on c.id = b.course_id where u.id = $1`,
)

/** A file that nothing can play. Its message is for the person who uploaded it. */
class Unplayable extends Error {}

/** Somebody cancelled the upload while it was prepared. */
class Cancelled extends Error {}

/** The disk did not take what was made. The upload waits. */
class NoSpace extends Error {}

/** Milliseconds between two looks whether an upload is still wanted. */
const lookEvery = 1000

/** The last run of each process, by its database. They run one after the other, because each uses a core for minutes. */
const running = new WeakMap<object, Promise<unknown>>()

/**
 * Makes the recording of an upload that has arrived, and tells the batch. A run that was killed is repeated whole; a second run
 * changes nothing.
 */
export async function prepareRecording(
  deps: Pick<Deps, 'db' | 'config' | 'files' | 'jobs' | 'log'>,
  system: System,
  { id }: { id: number },
): Promise<void> {
  const before = running.get(deps.db) ?? Promise.resolve()
  const run = before.then(() => prepare(deps, system, id))
  running.set(
    deps.db,
    run.catch(() => undefined),
  )
  return run
}

async function prepare(deps: Pick<Deps, 'db' | 'config' | 'files' | 'jobs' | 'log'>, system: System, id: number): Promise<void> {
  const upload = await row(deps.db, receivedUpload, [id])
  if (!upload) return
  await holdForSpace(deps, system, id, upload.size)
  await mkdir(deps.config.uploadedRecordingsDir, { recursive: true, mode: 0o700 })
  await removeOldWork(deps.config.uploadedRecordingsDir)
  const work = await mkdtemp(join(deps.config.uploadedRecordingsDir, 'work-'))
  const cancelled = new AbortController()
  const watch = setInterval(() => {
    // A database that is away is no reason to stop.
    row(deps.db, receivedUpload, [id]).then(
      (waiting) => waiting || cancelled.abort(),
      () => undefined,
    )
  }, lookEvery)
  try {
    const made = await makeFiles(deps, upload, work, cancelled.signal)
    await transactionAs(deps, system, async (tx) => {
      // Cancelled meanwhile: what is published goes with the next sweep.
      if (!(await row(tx, deletePrepared, [id]))) return
      const poster = made.poster === null ? null : pathOf(upload.key, made.poster)
      const values = [upload.session_id, upload.title, made.kind, pathOf(upload.key, made.file), poster, made.seconds]
      await one(tx, insertUploaded, [...values, upload.key, made.checksum])
      await rows(tx, keepPublished, [upload.key])
      await deps.jobs.send(tx, announceRecordingJob, { sessionId: upload.session_id })
    })
  } catch (error) {
    if (error instanceof Cancelled) return
    if (error instanceof Unplayable) return await fail(deps, system, id, error.message)
    // Before the database is written to, which may be on this disk.
    await rm(work, { recursive: true, force: true })
    if (error instanceof NoSpace || saysFull(error)) {
      await setWaiting(deps, system, id, 'The disk of the server could not take the whole video. This is tried again by itself.')
    }
    throw error
  } finally {
    clearInterval(watch)
    await rm(work, { recursive: true, force: true })
  }
}

/** Whether an error is that of a full disk, in the words of Node or of ffmpeg. */
function saysFull(error: unknown): boolean {
  return error instanceof Error && /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(error.message)
}

/** @throws Error until the disk has room for a copy and for HLS, so that the job is tried again later */
async function holdForSpace(deps: Pick<Deps, 'db' | 'config'>, system: System, id: number, size: number): Promise<void> {
  const fits = await hasSpace(deps.config, 2 * size)
  const problem = fits ? '' : 'This waits until the disk of the server has more free space.'
  await setWaiting(deps, system, id, problem)
  if (!fits) throw new NoSpace('the disk has no room to prepare a recording')
}

async function setWaiting(deps: Pick<Deps, 'db'>, system: System, id: number, problem: string): Promise<void> {
  await transactionAs(deps, system, (tx) => rows(tx, setWaitingProblem, [id, problem]))
}

/** Deletes what runs that were killed have left. A run takes less than a day. */
async function removeOldWork(folder: string): Promise<void> {
  const dayAgo = Date.now() - 24 * 60 * 60_000
  for (const name of await readdir(folder)) {
    if (!name.startsWith('work-')) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < dayAgo) await rm(path, { recursive: true, force: true })
  }
}

interface Made {
  kind: 'hls' | 'file'
  file: string
  poster: string | null
  seconds: number
  checksum: string
}

async function makeFiles(
  deps: Pick<Deps, 'db' | 'config' | 'files' | 'log'>,
  { key, size }: ReceivedUpload,
  work: string,
  cancelled: AbortSignal,
): Promise<Made> {
  const source = await deps.files.arrivals.copy(key, work)
  if ((await stat(source)).size !== size) throw new Unplayable('Not all of the file arrived. Please upload it again.')
  const probe = await probeVideo(source)
  if (!probe) throw new Unplayable('This file is no video that we can read. Please upload an MP4, MOV, WebM or MKV file.')
  const checksum = await checksumOf(source)
  const { seconds, playsAs } = probe
  await rows(deps.db, removeUnlessStored, [key])
  const { ffmpegPath } = deps.config
  if (await hasFfmpeg(ffmpegPath)) {
    const folder = join(work, 'made')
    await mkdir(folder, { mode: 0o700 })
    // What is made of a small file can be larger than the file, and the database may be on this disk.
    const space = watchSpace(deps.config)
    const made = await encodeVideo(ffmpegPath, source, probe, folder, AbortSignal.any([space.signal, cancelled]))
      .catch(async (error: unknown) => {
        if (cancelled.aborted) throw new Cancelled('the upload was cancelled')
        // Looked at before the made files go, which take the space.
        if (space.signal.aborted || error instanceof LostBytes || saysFull(error) || !(await hasSpace(deps.config))) {
          throw new NoSpace('the disk did not take the whole video', { cause: error })
        }
        deps.log.warn({ err: error, key, playsAs }, 'a video could not be made into HLS')
        return undefined
      })
      .finally(() => space.end())
    if (made) {
      await deps.files.writeFolder(publishedPath(key), folder)
      return { kind: 'hls', ...made, seconds, checksum }
    }
    if (!playsAs) {
      throw new Unplayable(
        'This file is broken, or has a format that we can not convert. Please export it as MP4 and upload it again.',
      )
    }
  }
  if (!playsAs) {
    throw new Unplayable('Not every browser plays this format. Please export it as MP4 with H.264 and AAC, and upload it again.')
  }
  const file = `video.${playsAs}`
  const folder = join(work, 'whole')
  await mkdir(folder, { mode: 0o700 })
  // Not renamed: the upload stays until its row goes, so that a run that was killed is repeated.
  await link(source, join(folder, file))
  await deps.files.writeFolder(publishedPath(key), folder)
  return { kind: 'file', file, poster: null, seconds, checksum }
}

async function fail(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, system: System, id: number, problem: string): Promise<void> {
  await transactionAs(deps, system, async (tx) => {
    if (!(await row(tx, markFailed, [id, problem]))) return
    const found = await one(tx, classOfFailed, [id])
    await queueMail(
      deps,
      tx,
      {
        template: 'recording-failed',
        to: found.to,
        props: {
          name: found.name,
          courseTitle: found.course,
          label: classLabelOf(found),
          problem,
          url: `${deps.config.publicUrl}/console/class-recordings`,
        },
      },
      { cause: `recording-failed:${id}` },
    )
  })
}

const pathOf = (key: string, file: string) => `media/recordings/uploads/${key}/${file}`

async function checksumOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}

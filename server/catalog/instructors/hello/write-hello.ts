import { randomUUID } from 'node:crypto'
import { helloLimits } from '#contract/catalog/hello.ts'
import type { InstructorRecord } from '#contract/catalog/staff/instructors.ts'
import { CaptionError } from '#contract/classes/webvtt.ts'
import type { Deps } from '#server/deps.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { invalid, notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { helloPath } from '#server/site/media/hello-path.ts'
import { keepFiles, removeLater } from '#server/site/media/removals.ts'
import { probeVideo } from '#server/platform/video/probe-video.ts'
import { instructorRecords } from '#server/catalog/instructors/instructor-records.ts'
import { captionsOf } from './caption-words.ts'

interface Stored {
  key: string
  type: 'mp4' | 'webm'
  seconds: number
}

const storedHello = statement<{ version: number } & { [Column in keyof Stored]: Stored[Column] | null }>(
  'stored_hello',
  `select version, hello_key as key, hello_type as type, hello_seconds as seconds from instructors where id = $1`,
)
const setHello = statement<{ id: number }>(
  'set_hello',
  `update instructors set hello_key = $3, hello_type = $4, hello_seconds = $5, hello_vtt = $6
   where id = $1 and version = any ($2::integer[]) returning id`,
)

/**
 * Gives an instructor a hello, or its captions other words.
 * @throws HttpError 404; 400 for a file that not every browser plays, one that is too long, or captions without a video; StaleVersion
 */
export async function saveHello(
  deps: Deps,
  staff: Staff,
  { id, versions, file, captions }: Target & { file: File | undefined; captions: string },
): Promise<InstructorRecord> {
  const before = await row(deps.db, storedHello, [id])
  if (!before) throw notFound()
  // Checked before the file is stored, and again when the row is updated.
  if (!versions.includes(before.version)) throw new StaleVersion(await instructorRecords.find(deps.db, id, staff))
  const hello = file ? await storeFile(deps, file, captions) : keptOf(before, captions)
  return staffTransaction(deps, staff, async (tx) => {
    await write(tx, staff, { id, versions }, [hello.key, hello.type, hello.seconds, hello.vtt])
    await keepFiles(tx, [hello.key])
    if (before.key !== null && before.key !== hello.key) await removeLater(tx, [before.key])
    return instructorRecords.find(tx, id, staff)
  })
}

/** Takes the hello off the pages at once. @throws HttpError 404; StaleVersion */
export async function removeHello(deps: Deps, staff: Staff, { id, versions }: Target): Promise<InstructorRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await row(tx, storedHello, [id])
    if (!before) throw notFound()
    await write(tx, staff, { id, versions }, [null, null, null, null])
    if (before.key !== null) await removeLater(tx, [before.key])
    return instructorRecords.find(tx, id, staff)
  })
}

async function write(tx: Queryable, staff: Staff, { id, versions }: Target, values: readonly unknown[]): Promise<void> {
  const written = await rows(tx, setHello, [id, versions, ...values])
  if (written.length === 0) throw new StaleVersion(await instructorRecords.find(tx, id, staff))
}

function keptOf({ key, type, seconds }: { [Column in keyof Stored]: Stored[Column] | null }, captions: string) {
  if (key === null || type === null || seconds === null) {
    const message = 'Please choose a video.'
    throw invalid(message, { file: [message] })
  }
  return { key, type, seconds, vtt: readCaptions(captions, seconds) }
}

/** The file is removed in a day unless the transaction that stores its key keeps it, so that a crash leaves nothing behind. */
async function storeFile(deps: Pick<Deps, 'db' | 'files'>, file: File, captions: string): Promise<Stored & { vtt: string }> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const wrong = (message: string) => invalid(message, { file: [message] })
  const probe = await probeVideo(bytes)
  if (!probe) throw wrong('This file is no video that we can read. Please use MP4 or WebM.')
  const { playsAs: type } = probe
  if (!type) throw wrong('Not every browser plays this format. Please export it as MP4 with H.264 and AAC.')
  const seconds = Math.max(1, Math.round(Math.max(probe.seconds, probe.pictureSeconds)))
  if (seconds > helloLimits.seconds) {
    throw wrong(`This video has ${seconds} seconds. ${helloLimits.right} are right, and ${helloLimits.seconds} the most.`)
  }
  const vtt = readCaptions(captions, seconds)
  const key = randomUUID().replaceAll('-', '')
  await removeLater(deps.db, [key])
  await deps.files.write(helloPath(key, type), bytes, `video/${type}`)
  return { key, type, seconds, vtt }
}

/** @throws HttpError 400 */
function readCaptions(text: string, seconds: number): string {
  try {
    return captionsOf(text, seconds)
  } catch (error) {
    if (!(error instanceof CaptionError)) throw error
    throw invalid(error.message, { captions: [error.message] })
  }
}

import type { ParsedOf } from '#contract/endpoint.ts'
import { readRecordingLink } from '#contract/classes/recording-links.ts'
import type { RecordingRecord, recordings, withholdRecording as withholdEndpoint } from '#contract/classes/staff/recordings.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { allowsAll } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, forbidden, invalid, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { holdSeconds } from '#server/messaging/mail/queue-mail.ts'
import { withdrawAnnouncement } from './announce-recording.ts'
import { checkBegun, findRecordedClass } from './find-recorded-class.ts'
import { recordingRecords } from './recording-records.ts'
import { writeChapters } from './write-chapters.ts'
import { writeClip } from '#server/classes/recordings/clips/write-clip.ts'
import { announceRecordingJob } from './jobs.ts'

type Input = ParsedOf<typeof recordings.endpoints.create>['body']
type Changes = ParsedOf<typeof recordings.endpoints.change>['body']

const insertRecording = statement<{ id: number }>(
  'insert_recording',
  `insert into recordings (session_id, title, kind, video_url, duration_seconds, created_at)
   values ($1, $2, $3, $4, $5, app_now()) returning id`,
)
const withholdRow = statement<{ id: number }>(
  'withhold_row',
  `update recordings set withheld_at = app_now(), withhold_reason = $3
   where id = $1 and version = any ($2::integer[]) and withheld_at is null returning id`,
)
const releaseRow = statement<{ id: number }>(
  'release_row',
  `update recordings set withheld_at = null, withhold_reason = ''
   where id = $1 and version = any ($2::integer[]) and withheld_at is not null returning id`,
)
const deleteRecording = statement<{ id: number }>(
  'delete_recording',
  `delete from recordings where id = $1 and version = any ($2::integer[]) returning id`,
)

/**
 * Adds a recording to a class by its link, and tells the batch when it is the first.
 * @throws HttpError 404; 403 for the class of another instructor; 409 before it begins; 400 for a host that the pages do not allow
 */
export async function createRecording(deps: Deps, staff: Staff, { body }: { body: Input }): Promise<RecordingRecord> {
  const { kind, url } = linkOf(deps, body.url)
  return staffTransaction(deps, staff, async (tx) => {
    checkBegun(await findRecordedClass(tx, staff, body.session_id))
    const seconds = (body.duration_minutes ?? 0) * 60
    const { id } = await one(tx, insertRecording, [body.session_id, body.title, kind, url, seconds])
    await announce(deps, tx, body.session_id)
    return recordingRecords.find(tx, id, staff)
  })
}

/**
 * Another video ends the clip, because nobody has seen what its seconds show.
 * @throws HttpError as `createRecording`; 403 for an instructor who would show it to everybody; 400 for chapters or a clip after its end;
 * 409 for a clip of a recording that is not free; StaleVersion
 */
export async function changeRecording(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: Target & { body: Changes },
): Promise<RecordingRecord> {
  if ((body.is_preview !== undefined || body.clip !== undefined) && !allowsAll(staff.roles, 'recordings:write')) {
    throw forbidden('The office decides what visitors can watch.')
  }
  const link = body.url === undefined ? undefined : linkOf(deps, body.url)
  return staffTransaction(deps, staff, async (tx) => {
    const before = await findOwn(tx, staff, id)
    const changed = await recordingRecords.update(
      tx,
      { id, versions },
      {
        ...(body.title === undefined ? {} : { title: body.title }),
        ...(link ? { kind: link.kind, video_url: link.url } : {}),
        ...(body.duration_minutes === undefined ? {} : { duration_seconds: body.duration_minutes * 60 }),
        ...(body.is_preview === undefined ? {} : { is_preview: body.is_preview }),
      },
      staff,
    )
    const clip = body.clip === undefined && link && link.url !== before.url ? null : body.clip
    if (body.chapters === undefined && clip === undefined) return changed
    if (body.chapters !== undefined) await writeChapters(tx, changed, body.chapters)
    if (clip !== undefined) await writeClip(tx, changed, clip)
    return recordingRecords.find(tx, id, staff)
  })
}

/** @throws HttpError 404, 403; 409 when it is withheld; StaleVersion */
export async function withholdRecording(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: Target & { body: ParsedOf<typeof withholdEndpoint>['body'] },
): Promise<RecordingRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await findOwn(tx, staff, id)
    if (before.state === 'withheld') throw conflict('withheld', 'This recording is withheld already.')
    const changed = await row(tx, withholdRow, [id, versions, body.reason])
    const after = await recordingRecords.find(tx, id, staff)
    if (!changed) throw new StaleVersion(after)
    await withdrawAnnouncement(tx, after.session_id)
    return after
  })
}

/** Tells the batch when no recording of the class was ready before. @throws HttpError 404, 403; 409 when it is ready; StaleVersion */
export async function releaseRecording(deps: Deps, staff: Staff, { id, versions }: Target): Promise<RecordingRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await findOwn(tx, staff, id)
    if (before.state === 'ready') throw conflict('not_withheld', 'Students can watch this recording already.')
    const changed = await row(tx, releaseRow, [id, versions])
    const after = await recordingRecords.find(tx, id, staff)
    if (!changed) throw new StaleVersion(after)
    // The job finds it withheld again when the act was undone.
    await announce(deps, tx, after.session_id, holdSeconds)
    return after
  })
}

/** Deletes a recording with the positions of its students. @throws HttpError 404, 403; StaleVersion */
export async function removeRecording(deps: Deps, staff: Staff, { id, versions }: Target): Promise<RecordingRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await findOwn(tx, staff, id)
    if (!(await row(tx, deleteRecording, [id, versions]))) throw new StaleVersion(before)
    await withdrawAnnouncement(tx, before.session_id)
    return before
  })
}

async function findOwn(tx: Queryable, staff: Staff, id: number): Promise<RecordingRecord> {
  const found = await recordingRecords.find(tx, id, staff)
  await findRecordedClass(tx, staff, found.session_id)
  return found
}

const announce = (deps: Deps, tx: Queryable, sessionId: number, afterSeconds = 0) =>
  deps.jobs.send(tx, announceRecordingJob, { sessionId }, { afterSeconds })

/** @throws HttpError 400 for files of a host that the policy of the player's pages does not name */
function linkOf({ config }: Deps, text: string) {
  const link = readRecordingLink(text)
  if (!link) throw invalid('Nothing plays this link.', { url: ['Nothing plays this link.'] })
  const { origin } = new URL(link.url)
  if ((link.kind === 'file' || link.kind === 'hls') && !config.recordingOrigins.includes(origin)) {
    const message = `Pages play no files of ${new URL(origin).hostname}. Ask who runs the server to add it to RECORDING_HOSTS.`
    throw invalid(message, { url: [message] })
  }
  return link
}

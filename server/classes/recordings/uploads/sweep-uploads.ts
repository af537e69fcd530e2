import { uploadDays } from '#contract/classes/staff/recording-uploads.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { publishedPath } from '#server/classes/recordings/published-path.ts'
import { finishUpload } from './finish-upload.ts'
import { prepareRecordingJob } from '#server/classes/recordings/jobs.ts'

const openUploads = statement<{ id: number }>(
  'open_uploads',
  `select id from recording_uploads where state = 'receiving' order by id limit 200`,
)
const expireUploads = statement(
  'expire_uploads',
  `delete from recording_uploads where state <> 'preparing' and created_at < app_now() - make_interval(days => $1)`,
)
// Its job has failed for the last time, or was lost with the queue.
const staleUploads = statement<{ id: number }>(
  'stale_uploads',
  `select id from recording_uploads where state = 'preparing' and received_at < app_now() - interval '1 day' order by id limit 20`,
)
const dueFiles = statement<{ key: string; kind: 'source' | 'published' }>(
  'due_files',
  `select key, kind from recording_file_removals where removable_at <= app_now() order by removable_at limit 100`,
)
const forgetFiles = statement('forget_files', `delete from recording_file_removals where key = $1 and kind = $2`)
const deadLocks = statement('dead_locks', `delete from recording_upload_writers where until < app_now() - interval '1 hour'`)

/** Finishes, repeats and gives up uploads, and deletes files that nothing shows. A row goes after its files. */
export async function sweepUploads(deps: Pick<Deps, 'db' | 'files' | 'jobs'>, system: System): Promise<void> {
  for (const { id } of await rows(deps.db, openUploads)) await finishUpload(deps, system, { id })
  await transactionAs(deps, system, (tx) => rows(tx, expireUploads, [uploadDays]))
  for (const { id } of await rows(deps.db, staleUploads)) await deps.jobs.send(deps.db, prepareRecordingJob, { id })
  for (const { key, kind } of await rows(deps.db, dueFiles)) {
    await (kind === 'published' ? deps.files.removeFolder(publishedPath(key)) : deps.files.arrivals.remove(key))
    await rows(deps.db, forgetFiles, [key, kind])
  }
  await rows(deps.db, deadLocks)
}

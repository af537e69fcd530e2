import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { prepareRecordingJob } from '#server/classes/recordings/jobs.ts'

const receivingUpload = statement<{ key: string; size: number }>(
  'receiving_upload',
  `select key, size_bytes::float8 as size from recording_uploads where id = $1 and state = 'receiving'`,
)
const markReceived = statement<{ id: number }>(
  'mark_received',
  `update recording_uploads set state = 'preparing', received_at = app_now() where id = $1 and state = 'receiving' returning id`,
)

/** Has an upload prepared when all of its bytes are there. May run any number of times. */
export async function finishUpload(
  deps: Pick<Deps, 'db' | 'files' | 'jobs'>,
  system: System,
  { id }: { id: number },
): Promise<void> {
  const upload = await row(deps.db, receivingUpload, [id])
  if (!upload || (await deps.files.arrivals.received(upload.key)) !== upload.size) return
  await transactionAs(deps, system, async (tx) => {
    if (await row(tx, markReceived, [id])) await deps.jobs.send(tx, prepareRecordingJob, { id })
  })
}

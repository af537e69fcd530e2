import type { RecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { findRecordedClass } from '#server/classes/recordings/find-recorded-class.ts'
import { endWriter } from './upload-lock.ts'
import { uploadRecords } from './upload-records.ts'

const deleteUpload = statement<{ key: string }>('delete_upload', `delete from recording_uploads where id = $1 returning key`)

/** Gives up an upload in any state and deletes its bytes. @throws HttpError 404, 403 */
export async function cancelRecordingUpload(deps: Deps, staff: Staff, { id }: { id: number }): Promise<RecordingUpload> {
  const { key, ...upload } = await staffTransaction(deps, staff, async (tx) => {
    const before = await uploadRecords.find(tx, id, staff)
    await findRecordedClass(tx, staff, before.session_id)
    const deleted = await row(tx, deleteUpload, [id])
    if (!deleted) throw notFound()
    return { ...before, key: deleted.key }
  })
  // The row of its removal stays: the sweep deletes what this can't, and what a request that still runs has written.
  await Promise.all([endWriter(deps.db, key), deps.files.arrivals.remove(key)]).catch((error: unknown) =>
    deps.log.warn({ err: error, key }, 'the bytes of a cancelled upload wait for the sweep'),
  )
  return upload
}

import type { RecordingUpload } from '#contract/staff/recording-uploads.ts'
import { staffTransaction } from '../../audit/staff-transaction.ts'
import type { Staff } from '../../auth/principal.ts'
import { row, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { findRecordedClass } from '../find-recorded-class.ts'
import { uploadRecords } from './upload-records.ts'

const deleteUpload = statement<{ id: number }>('delete_upload', `delete from recording_uploads where id = $1 returning id`)

/** Gives up an upload in any state. The next sweep deletes its bytes. @throws HttpError 404, 403 */
export async function cancelRecordingUpload(deps: Deps, staff: Staff, { id }: { id: number }): Promise<RecordingUpload> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await uploadRecords.find(tx, id, staff)
    await findRecordedClass(tx, staff, before.session_id)
    if (!(await row(tx, deleteUpload, [id]))) throw notFound()
    return before
  })
}

import { randomBytes } from 'node:crypto'
import type { ParsedOf } from '#contract/endpoint.ts'
import {
  mostUploads,
  type RecordingUpload,
  type startRecordingUpload as startEndpoint,
} from '#contract/classes/staff/recording-uploads.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, unavailable } from '#server/platform/errors/errors.ts'
import { requireSpace } from '#server/platform/files/free-space.ts'
import { checkBegun, findRecordedClass } from '#server/classes/recordings/find-recorded-class.ts'
import { uploadRecords } from './upload-records.ts'

/** Serialises the uploads of one person, so that the limit holds. */
const lockStaff = statement('lock_staff', `select pg_advisory_xact_lock(hashtext('recording_uploads'), $1)`)
const insertUpload = statement<{ id: number }>(
  'insert_upload',
  `insert into recording_uploads (session_id, staff_id, key, title, file_name, size_bytes, created_at)
   select $1, $2, $3, $4, $5, $6, app_now()
   where (select count(*) from recording_uploads where staff_id = $2 and state <> 'failed') < $7
   returning id`,
)

/**
 * Begins an upload. Its place is made before its row, so that an upload that is answered can be written to, and outside the
 * transaction, so that a slow disk or bucket keeps no other upload of this person waiting.
 * @throws HttpError 404; 403 for the class of another instructor; 409 before it begins, and for too many uploads; 503; 507
 */
export async function startRecordingUpload(
  deps: Deps,
  staff: Staff,
  { body }: { body: ParsedOf<typeof startEndpoint>['body'] },
): Promise<RecordingUpload> {
  // In a bucket only the parts that are on their way need room here.
  await requireSpace(deps.config, deps.config.s3 ? 0 : body.size_bytes)
  const key = randomBytes(16).toString('hex')
  const { arrivals } = deps.files
  await arrivals.begin(key, body.size_bytes).catch(asUnavailable)
  try {
    return await staffTransaction(deps, staff, async (tx) => {
      await rows(tx, lockStaff, [staff.id])
      checkBegun(await findRecordedClass(tx, staff, body.session_id))
      const values = [body.session_id, staff.id, key, body.title, body.file_name, body.size_bytes, mostUploads]
      const made = await row(tx, insertUpload, values)
      if (!made) {
        throw conflict('too_many_uploads', `You have ${mostUploads} videos on their way. Wait for one to end, or cancel one.`)
      }
      return uploadRecords.find(tx, made.id, staff)
    })
  } catch (error) {
    await arrivals.remove(key).catch((err: unknown) => deps.log.warn({ err, key }, 'The place of a refused upload stays'))
    throw error
  }
}

function asUnavailable(cause: unknown): never {
  throw Object.assign(unavailable('Videos can not be stored right now. Please try again in a minute.', 30), { cause })
}

import type { MediaRecord } from '#contract/site/staff/media.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { mediaRecords } from './media-records.ts'
import { keepFiles } from './removals.ts'
import { storeUpload } from './store-picture.ts'

const insertPicture = statement<{ id: number }>(
  'insert_picture',
  `insert into media (key, whole_key, master_key, name, alt, width, height) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
)

/** @throws HttpError 400 for a file that is not a picture */
export async function uploadPicture(
  deps: Deps,
  staff: Staff,
  { bytes, name, alt }: { bytes: Buffer; name: string; alt: string },
): Promise<MediaRecord> {
  const { key, whole_key, master_key, width, height } = await storeUpload(deps, bytes)
  return staffTransaction(deps, staff, async (tx) => {
    const made = await one(tx, insertPicture, [key, whole_key, master_key, name, alt, width, height])
    await keepFiles(tx, [key, whole_key, master_key])
    return mediaRecords.find(tx, made.id)
  })
}

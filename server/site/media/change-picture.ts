import type { ParsedOf } from '#contract/endpoint.ts'
import type { Crop, media, MediaRecord } from '#contract/site/staff/media.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { mediaRecords } from './media-records.ts'
import { movePicture } from './picture-uses.ts'
import { keepFiles, removeLater } from './removals.ts'
import { readMasterSize, storeCrop, type StoredPicture, storeUpload } from './store-picture.ts'

interface Row extends StoredPicture {
  focal: string
  crop: Crop | null
  version: number
}

const pictureToChange = statement<Row>(
  'picture_to_change',
  `select key, whole_key, master_key, width, height, focal, crop, version from media where id = $1`,
)

/**
 * Changes name, alternative text, focal point or crop. Places that show the picture get its new path in the same
 * transaction.
 * @throws HttpError 404; StaleVersion
 */
export async function changePicture(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: ParsedOf<(typeof media)['endpoints']['change']>['body'] },
): Promise<MediaRecord> {
  const before = await readForChange(deps, target)
  const cropped = body.crop === undefined || sameCrop(body.crop, before.crop) ? {} : await cropOf(deps, before, body.crop)
  return save(deps, staff, target, before, { ...body, ...cropped })
}

/** @throws HttpError 400 for a file that is not a picture, 404; StaleVersion */
export async function replacePicture(
  deps: Deps,
  staff: Staff,
  { bytes, ...target }: Target & { bytes: Buffer },
): Promise<MediaRecord> {
  const before = await readForChange(deps, target)
  const stored = await storeUpload(deps, bytes)
  return save(deps, staff, target, before, { ...stored, crop: null })
}

async function readForChange(deps: Deps, { id, versions }: Target): Promise<Row> {
  const before = await row(deps.db, pictureToChange, [id])
  if (!before) throw notFound()
  // Checked before the slow rendering, and again when the row is updated.
  if (!versions.includes(before.version)) throw new StaleVersion(await mediaRecords.find(deps.db, id))
  return before
}

async function cropOf(deps: Deps, before: Row, crop: Crop | null) {
  if (crop !== null) return storeCrop(deps, { master_key: before.master_key, crop })
  return { key: before.whole_key, ...(await readMasterSize(deps, before.master_key)) }
}

async function save(
  deps: Deps,
  staff: Staff,
  target: Target,
  before: Row,
  columns: Partial<StoredPicture> & { focal?: string; [column: string]: unknown },
): Promise<MediaRecord> {
  const after = { ...before, ...columns }
  const keys = (one: StoredPicture) => [one.key, one.whole_key, one.master_key]
  return staffTransaction(deps, staff, async (tx) => {
    await mediaRecords.update(tx, target, columns)
    if (after.key !== before.key || after.focal !== before.focal) {
      await movePicture(tx, before.key, { key: after.key, focal: after.focal })
    }
    await keepFiles(tx, keys(after))
    await removeLater(
      tx,
      keys(before).filter((key) => !keys(after).includes(key)),
    )
    return mediaRecords.find(tx, target.id)
  })
}

function sameCrop(one: Crop | null, other: Crop | null): boolean {
  if (one === null || other === null) return one === other
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}

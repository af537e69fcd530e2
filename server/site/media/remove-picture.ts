import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { listPictureUses } from './picture-uses.ts'
import { removeLater } from './removals.ts'

const deletePicture = statement<{ key: string; whole_key: string; master_key: string }>(
  'delete_picture',
  `delete from media where id = $1 returning key, whole_key, master_key`,
)

// A record that is about to show the picture holds a lock on it, so its place is found.
const lockPicture = statement('lock_picture', `select 1 from media where id = $1 for update`)

/** @throws HttpError 404, or 409 while something shows the picture */
export async function removePicture(deps: Deps, staff: Staff, { id }: { id: number }): Promise<void> {
  await staffTransaction(deps, staff, async (tx) => {
    await row(tx, lockPicture, [id])
    const uses = await listPictureUses({ db: tx }, staff, { id })
    if (uses.length > 0)
      throw conflict(
        'in_use',
        `${uses.length === 1 ? 'One page shows' : `${uses.length} pages show`} this picture. Choose another one there first.`,
      )
    const gone = await row(tx, deletePicture, [id])
    if (!gone) throw notFound()
    await removeLater(tx, [...new Set([gone.key, gone.whole_key, gone.master_key])])
  })
}

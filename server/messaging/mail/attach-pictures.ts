import type { Deps } from '#server/deps.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Attachment } from './smtp.ts'

const attachedPictures = statement<{ id: number; key: string; name: string }>(
  'attached_pictures',
  `select id, key, name from media where id = any ($1::integer[]) order by array_position($1::integer[], id)`,
)

/** "Room plan.jpg", without signs that a file name can't have. */
const filenameOf = (name: string) => `${name.replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '').trim() || 'Picture'}.jpg`

/**
 * Reads the pictures that a mail names by `pictureIds`, as JPEG, which every mail program shows. A picture that was removed from the
 * library meanwhile is left out.
 * @throws HttpError 503 when the store of files fails; the mail then waits for its next attempt
 */
export async function attachPictures(deps: Pick<Deps, 'db' | 'files'>, props: Record<string, unknown>): Promise<Attachment[]> {
  const { pictureIds } = props
  if (!Array.isArray(pictureIds) || pictureIds.length === 0) return []
  const pictures = await rows(deps.db, attachedPictures, [pictureIds])
  const files = await Promise.all(
    pictures.map(async ({ key, name }): Promise<Attachment[]> => {
      const content = await deps.files.read(`media/library/${key}/1600.jpg`)
      return content ? [{ filename: filenameOf(name), contentType: 'image/jpeg', content }] : []
    }),
  )
  return files.flat()
}

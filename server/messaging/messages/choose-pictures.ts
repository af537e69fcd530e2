import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'

/** The path by which content shows a picture of the library. */
export const picturePath = (picture: string) => `'media/library/' || ${picture}.key || '-' || ${picture}.focal || '/960.webp'`

const keysOf = (paths: readonly string[]) => paths.map((path) => /^media\/library\/([0-9a-f]{32})-/.exec(path)?.[1] ?? '')

// The lock makes a change or removal of a picture wait, so that it finds the message that shows it.
const picturesByKey = statement<{ id: number; path: string }>(
  'pictures_by_key',
  `select p.id, ${picturePath('p')} as path from media p where p.key = any ($1::text[]) order by p.id for share`,
)
const findPicturesByKey = statement<{ id: number; path: string }>(
  'find_pictures_by_key',
  `select p.id, ${picturePath('p')} as path from media p where p.key = any ($1::text[])`,
)

/**
 * Locks the pictures of a message and returns their ids, in the order of the paths.
 * @throws HttpError 400 for a picture that was removed, or that has another path since it was cropped or replaced
 */
export async function choosePictures(tx: Queryable, paths: readonly string[]): Promise<number[]> {
  if (paths.length === 0) return []
  const found = await rows(tx, picturesByKey, [keysOf(paths)])
  return [...new Set(paths)].map((path) => {
    const picture = found.find((one) => one.path === path)
    if (picture) return picture.id
    const message = 'A picture was changed or removed. Please choose it again.'
    throw invalid(message, { pictures: [message] })
  })
}

/** Returns the ids of the pictures that are still there, in the order of the paths. */
export async function findPictures(db: Queryable, paths: readonly string[]): Promise<number[]> {
  if (paths.length === 0) return []
  const found = await rows(db, findPicturesByKey, [keysOf(paths)])
  return paths.flatMap((path) => found.find((one) => one.path === path)?.id ?? [])
}

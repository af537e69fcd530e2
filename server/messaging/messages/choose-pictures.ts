import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'

/** The path by which content shows a picture of the library. */
export const picturePath = (picture: string) => `'media/library/' || ${picture}.key || '-' || ${picture}.focal || '/960.webp'`

// The lock makes a change or removal of a picture wait, so that it finds the message that shows it.
const picturesByPath = statement<{ id: number; path: string }>(
  'pictures_by_path',
  `select p.id, ${picturePath('p')} as path from media p where ${picturePath('p')} = any ($1::text[]) order by p.id for share`,
)

/**
 * Locks the pictures of a message and returns their ids, in the order of the paths.
 * @throws HttpError 400 for a picture that was removed, or that has another path since it was cropped or replaced
 */
export async function choosePictures(tx: Queryable, paths: readonly string[]): Promise<number[]> {
  if (paths.length === 0) return []
  const found = await rows(tx, picturesByPath, [paths])
  return [...new Set(paths)].map((path) => {
    const picture = found.find((one) => one.path === path)
    if (picture) return picture.id
    const message = 'A picture was changed or removed. Please choose it again.'
    throw invalid(message, { pictures: [message] })
  })
}

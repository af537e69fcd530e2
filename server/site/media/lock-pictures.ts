import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'

// The lock makes a change or removal of the picture wait, so that it finds the place that shows it.
const picturesToShow = statement<{ key: string }>(
  'pictures_to_show',
  `select key from media where key = any ($1::text[]) order by key for share`,
)

const keysIn = (value: unknown): string[] =>
  [...(JSON.stringify(value) ?? '').matchAll(/media\/library\/([\da-f]{32})-/g)].map(([, key]) => key ?? '')

/**
 * Locks the pictures of the library that a record is about to show.
 * @throws HttpError 400 for a picture that was removed, or that has another path since it was cropped or replaced
 */
export async function lockPictures(tx: Queryable, columns: Record<string, unknown>): Promise<void> {
  const fields = Object.entries(columns).map(([field, value]) => ({ field, keys: keysIn(value) }))
  const asked = fields.flatMap(({ keys }) => keys)
  if (asked.length === 0) return
  const known = new Set((await rows(tx, picturesToShow, [asked])).map(({ key }) => key))
  const wrong = fields.find(({ keys }) => keys.some((key) => !known.has(key)))
  if (!wrong) return
  const message = 'This picture was changed or removed. Please choose it again.'
  throw invalid(message, { [wrong.field]: [message] })
}

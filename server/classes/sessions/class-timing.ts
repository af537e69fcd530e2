import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'

const isAhead = statement<{ ahead: boolean; near: boolean }>(
  'is_ahead',
  `select $1::timestamptz > app_now() as ahead, $1 < app_now() + interval '3 years' as near`,
)

/** Returns the columns of a class's time. @throws HttpError 400 for a start in the past or after three years */
export async function timingOf(
  tx: Queryable,
  { starts_at, minutes }: { starts_at: string; minutes: number },
): Promise<{ starts_at: string; ends_at: string }> {
  const { ahead, near } = await one(tx, isAhead, [starts_at])
  const message = ahead ? 'Please give a time within three years.' : 'This time has passed.'
  if (!ahead || !near) throw invalid(message, { starts_at: [message] })
  const start = Date.parse(starts_at)
  return { starts_at: new Date(start).toISOString(), ends_at: new Date(start + minutes * 60_000).toISOString() }
}

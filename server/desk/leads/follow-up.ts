import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'

const followUpIsAhead = statement<{ ahead: boolean }>(
  'follow_up_is_ahead',
  `select $1::date between t.today and t.today + 366 as ahead from (select (app_now() at time zone 'Asia/Kolkata')::date as today) t`,
)

/** @throws HttpError 400 for a day that is over or more than a year away */
export async function assertFollowUp(tx: Queryable, day: string | null | undefined): Promise<void> {
  if (!day || (await one(tx, followUpIsAhead, [day])).ahead) return
  const message = 'Please give a day from today to a year from now.'
  throw invalid(message, { follow_up_on: [message] })
}

import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/classes/calendar-feeds.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Staff, Student } from '#server/platform/auth/principal.ts'
import { one, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { feedAddress, hashOfFeedSecret, makeFeedSecret } from './feed-secret.ts'

/** A student, or staff who are instructors. */
const mayHaveFeed = `($2::integer is null or exists (select from instructors i where i.staff_id = $2))`
const ownCalendarFeed = statement<{ available: boolean; created_at: Date | null; last_read_at: Date | null }>(
  'own_calendar_feed',
  `select ${mayHaveFeed} as available, f.created_at, f.last_read_at
   from (values (1)) as caller left join calendar_feeds f on f.user_id = $1::bigint or f.staff_id = $2::integer`,
)
const storeCalendarFeed = statement<{ created_at: Date }>(
  'store_calendar_feed',
  `insert into calendar_feeds (user_id, staff_id, token_hash, created_at)
   select $1::bigint, $2::integer, $3, app_now() where ${mayHaveFeed}
   on conflict on constraint calendar_feed_of_person
   do update set token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null
   returning created_at`,
)
const deleteCalendarFeed = statement<{ id: number }>(
  'delete_calendar_feed',
  `delete from calendar_feeds where user_id = $1::bigint or staff_id = $2::integer returning id::float8 as id`,
)

type Caller = Student | Staff
const keyOf = (caller: Caller) => (caller.kind === 'student' ? [caller.id, null] : [null, caller.id])

/** Returns whether the caller has a feed. Its address is not known any more. */
export async function readOwnFeed(deps: Deps, caller: Caller): Promise<AnswerOf<typeof contract.readCalendarFeed>> {
  const { available, created_at, last_read_at } = await one(deps.db, ownCalendarFeed, keyOf(caller))
  const feed = created_at && { created_at: created_at.toISOString(), last_read_at: last_read_at?.toISOString() ?? null }
  return { available, feed: available ? feed : null }
}

/**
 * Makes the caller's feed, or gives it another address. The former address stops working in the same moment.
 * @throws HttpError 404 for staff who are no instructors
 */
export async function makeOwnFeed(deps: Deps, caller: Caller): Promise<AnswerOf<typeof contract.makeCalendarFeed>> {
  const secret = makeFeedSecret(deps)
  const made = await transactionAs(deps, caller, (tx) => row(tx, storeCalendarFeed, [...keyOf(caller), hashOfFeedSecret(secret)]))
  if (!made) throw notFound('Calendars are for students and instructors.')
  return { url: feedAddress(deps, secret), created_at: made.created_at.toISOString() }
}

/** @throws HttpError 404 when there is no feed */
export async function revokeOwnFeed(deps: Deps, caller: Caller): Promise<{ message: string }> {
  const gone = await transactionAs(deps, caller, (tx) => row(tx, deleteCalendarFeed, keyOf(caller)))
  if (!gone) throw notFound('You have no calendar address.')
  return { message: 'Your calendar address no longer works.' }
}

import { one, statement } from './db/query.ts'
import type { Deps } from './deps.ts'
import { tooMany } from './errors.ts'
import { networkOf } from './network.ts'

const count = statement<{ count: number; left: number }>(
  'count_call',
  `insert into limit_counters as c (key, window_start, count)
   values ($1, date_bin(make_interval(mins => $2), app_now(), 'epoch'), 1)
   on conflict (key, window_start) do update set count = c.count + 1
   returning count, extract(epoch from window_start + make_interval(mins => $2) - app_now())::float8 as left`,
)

/**
 * Counts a call against its network in a fixed window that all processes share.
 * @throws HttpError 429 with the rest of the window in `Retry-After`
 */
export async function limitNetwork(
  deps: Deps,
  ip: string,
  limit: { name: string; calls: number; minutes: number },
): Promise<void> {
  const { count: calls, left } = await one(deps.db, count, [`${limit.name} ${networkOf(ip)}`, limit.minutes])
  if (calls > limit.calls * deps.config.rateLimitFactor) {
    throw tooMany('Too many requests from your network. Please wait a little and try again.', left)
  }
}

/**
 * The same for one account, wherever it calls from; no factor raises it.
 * @throws HttpError 429 with the rest of the window in `Retry-After`
 */
export async function limitStudent(
  deps: Deps,
  studentId: number,
  limit: { name: string; calls: number; minutes: number },
): Promise<void> {
  const { count: calls, left } = await one(deps.db, count, [`${limit.name} student ${studentId}`, limit.minutes])
  if (calls > limit.calls) throw tooMany('You have asked for this very often. Please wait a little and try again.', left)
}

import { onlyReads } from '#contract/endpoint.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Staff, Student } from '#server/platform/auth/principal.ts'
import type { Config } from '#server/config.ts'
import { HttpError, tooMany } from '#server/platform/errors/errors.ts'
import { addressOf, networkOf } from './network.ts'

/** What one process remembers of its limits. */
export class LimitMemory {
  /** Leases by key, the oldest first. */
  leases = new Map<string, Promise<Lease>>()
  /** When a count was answered last, in milliseconds of `performance.now()`. */
  answeredAt = Number.NEGATIVE_INFINITY
}

export interface LimitDeps {
  db: Queryable
  config: Pick<Config, 'rateLimitFactor'>
  limitMemory: LimitMemory
}

export interface Limit {
  /** Limits with the same name share a count. */
  name: string
  /** Calls per network. */
  calls: number
  minutes: number
  /** Calls per address, so that one address cannot use up the budget of its network. */
  address?: number
  /** A call goes on uncounted when counting fails. Otherwise only reads do. */
  mayBeUncounted?: true
}

const countCall = statement<{ count: number; left: number }>(
  'count_call',
  `insert into limit_counters as c (key, window_start, count)
   values ($1, date_bin(make_interval(mins => $2), app_now(), 'epoch'), $3)
   on conflict (key, window_start) do update set count = c.count + $3
   returning count, extract(epoch from window_start + make_interval(mins => $2) - app_now())::float8 as left`,
)

// A call that its address limit rejects is not counted against the network.
const countCallOfAddress = statement<{ refused: boolean; left: number }>(
  'count_call_of_address',
  `with span as (
     select make_interval(mins => $1) as span, date_bin(make_interval(mins => $1), app_now(), 'epoch') as start
   ), address as (
     insert into limit_counters as c (key, window_start, count) select $2, start, 1 from span
     on conflict (key, window_start) do update set count = c.count + 1
     returning count <= $3::float8 as granted
   ), network as (
     insert into limit_counters as c (key, window_start, count) select $4, start, 1 from span, address where granted
     on conflict (key, window_start) do update set count = c.count + 1
     returning count <= $5::float8 as granted
   )
   select not coalesce((select granted from network), false) as refused,
     extract(epoch from start + span - app_now())::float8 as left
   from span`,
)

/**
 * Counts a call against its network, and against its address when the limit has an address budget, in fixed windows that
 * all processes share.
 * @throws HttpError 429 with the rest of the window in `Retry-After`
 */
export async function limitNetwork(deps: LimitDeps, ip: string, limit: Limit): Promise<void> {
  const { name, minutes, calls, address } = limit
  const factor = deps.config.rateLimitFactor
  const network = { key: `${name} ${networkOf(ip)}`, minutes, calls: calls * factor }
  const wait =
    address === undefined
      ? await spend(deps, network)
      : await spendBoth(deps, { key: `${name} address ${addressOf(ip)}`, calls: address * factor }, network)
  if (wait !== undefined) throw tooMany('Too many requests from your network. Please wait a little and try again.', wait)
}

async function spendBoth(deps: LimitDeps, address: Pick<Budget, 'key' | 'calls'>, network: Budget): Promise<number | undefined> {
  const values = [network.minutes, address.key, address.calls, network.key, network.calls]
  const { refused, left } = await one(deps.db, countCallOfAddress, values)
  deps.limitMemory.answeredAt = performance.now()
  return refused ? left : undefined
}

/**
 * Counts a call against an account, from any network. `rateLimitFactor` does not apply.
 * @throws HttpError 429 with the rest of the window in `Retry-After`
 */
export async function limitAccount(deps: LimitDeps, account: Pick<Student | Staff, 'kind' | 'id'>, limit: Limit): Promise<void> {
  const { name, minutes, calls } = limit
  const wait = await spend(deps, { key: `${name} ${account.kind} ${account.id}`, minutes, calls })
  if (wait !== undefined) throw tooMany('You have asked for this very often. Please wait a little and try again.', wait)
}

/**
 * Handler for `catch`: lets a read continue uncounted when counting fails (disk full, read-only replica, database
 * unreachable). Limit errors and writes still fail.
 */
export function unlessReading(method: string): (error: Error) => void {
  return (error) => {
    if (!onlyReads(method) || error instanceof HttpError) throw error
  }
}

/** Milliseconds without an answer to any count, after which a page or a public answer goes on uncounted. */
const silenceMs = 500

/**
 * `limitNetwork` for pages and public answers, which must work without the database: waits half a second for one that is silent and fails only
 * with 429. In a rush counts are late and still answered, and then the limit holds.
 */
export async function limitPages(deps: LimitDeps, ip: string, limit: Limit): Promise<void> {
  const counted = limitNetwork(deps, ip, limit).catch(unlessReading('GET'))
  let timer: NodeJS.Timeout
  let isOver = false
  const silent = new Promise<void>((resolve) => {
    const look = () => {
      const since = performance.now() - deps.limitMemory.answeredAt
      if (isOver || since >= silenceMs) resolve()
      else timer = setTimeout(lookNext, silenceMs - since)
    }
    // Behind the answers that have arrived while the process was busy.
    const lookNext = () => void setImmediate(look)
    timer = setTimeout(lookNext, silenceMs)
  })
  await Promise.race([counted, silent]).finally(() => {
    isOver = true
    clearTimeout(timer)
  })
}

interface Budget {
  key: string
  minutes: number
  calls: number
}

/** Calls counted in advance, which this process may answer without another query. */
interface Lease {
  calls: number
  /** Calls requested. */
  size: number
  /** Milliseconds of `performance.now()`. */
  until: number
  /** Seconds to the end of the window. */
  left: number
  refused: boolean
}

/**
 * A lease takes up to a twentieth of a budget, so that large limits need few queries; small limits are counted one by one.
 * A process starts small and doubles, because a restart loses its leases and must not use up the budget.
 */
const shareOf = (calls: number) => Math.min(500, Math.max(1, Math.floor(calls / 20)))
const firstLease = 4
const maxLeases = 10_000

/**
 * Takes one call from a budget. All processes together never exceed it; each may leave part of a lease unused.
 * @returns undefined, or the seconds to wait when the budget is spent
 */
async function spend(deps: LimitDeps, budget: Budget): Promise<number | undefined> {
  const share = shareOf(budget.calls)
  if (share === 1) {
    const lease = await take(deps, budget, 1)
    return lease.refused ? lease.left : undefined
  }
  const { leases } = deps.limitMemory
  let size = Math.min(share, firstLease)
  for (;;) {
    const asked = leases.get(budget.key) ?? ask(deps, budget, size)
    const lease = await asked
    if (lease.calls > 0 && performance.now() < lease.until) {
      lease.calls -= 1
      return undefined
    }
    if (leases.get(budget.key) === asked) leases.delete(budget.key)
    if (lease.refused) return lease.left
    size = Math.min(share, lease.size * 2)
  }
}

/** Requests one lease that all waiting calls share. */
function ask(deps: LimitDeps, budget: Budget, size: number): Promise<Lease> {
  const { leases } = deps.limitMemory
  const asked = take(deps, budget, size)
  leases.set(budget.key, asked)
  asked.catch(() => leases.get(budget.key) === asked && leases.delete(budget.key))
  // Maps iterate in insertion order, so the first key is the oldest.
  for (const oldest of leases.keys()) {
    if (leases.size <= maxLeases) break
    leases.delete(oldest)
  }
  return asked
}

async function take(deps: LimitDeps, { key, minutes, calls }: Budget, size: number): Promise<Lease> {
  const { count: taken, left } = await one(deps.db, countCall, [key, minutes, size])
  deps.limitMemory.answeredAt = performance.now()
  const granted = Math.min(size, Math.floor(calls - (taken - size)))
  return { calls: granted, size, until: performance.now() + left * 1000, left, refused: granted < 1 }
}

import { holdMinutes, holdPauseMinutes, liveHolds, networkSeats } from '#contract/rules.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { LockedBatch } from './seats.ts'

interface HoldRequest {
  batch: LockedBatch
  times: HoldTimes
  userId: number
  /** Network prefix of the caller. */
  network: string
}

/** The seat hold of an order. A `lapsed` one holds no seat. */
export interface Hold {
  state: 'new' | 'unchanged' | 'renewed' | 'lapsed'
  began_at: Date | null
  until: Date
  renewed: boolean
}

interface Latest {
  began_at: Date
  until: Date
  renewed: boolean
  lives: boolean
  /** The hold is under a minute old, so a double click or a reload does not renew it. */
  fresh: boolean
  /** The pause after the account's last hold of this batch has not passed. */
  pausing: boolean
}

// Reads the hold of any order of the account for this batch: a new price or key does not start a new hold.
const latestHold = statement<Latest>(
  'latest_hold',
  `select began_at, until, hold_renewed as renewed, until > app_now() as lives,
     began_at > app_now() - interval '1 minute' as fresh,
     until > app_now() - make_interval(mins => $4) as pausing
   from (select id, coalesce(hold_began_at, hold_until - make_interval(mins => $3)) as began_at, hold_until as until, hold_renewed
         from payment_orders where user_id = $1 and batch_id = $2 and (hold_began_at is not null or started_at is null)
           and status <> 'paid') o
   order by until desc, id desc limit 1`,
)
// Serialises the holds of an account, because its concurrent starts in two batches take different batch locks.
const lockHoldsOfAccount = statement('lock_holds_of_account', `select pg_advisory_xact_lock(hashtextextended($1::text, 74))`)
// Holds of unlimited batches are not counted.
const shareOfHolds = statement<{ account: boolean; network: boolean }>(
  'share_of_holds',
  `with live as (
     select distinct o.user_id, o.batch_id, o.network from payment_orders o join batches b on b.id = o.batch_id and b.capacity is not null
     where (o.user_id = $1 or o.batch_id = $2) and o.hold_until > app_now() and o.status in ('creating', 'open', 'attempted')
   )
   select (select count(*) from live where user_id = $1 and batch_id <> $2)
       < case when u.verified_at is null then $5::int else $6::int end as account,
     u.verified_at is not null or (
       select count(distinct l.user_id) from live l join users h on h.id = l.user_id
       where l.batch_id = $2 and l.user_id <> $1 and l.network = $3::cidr and h.verified_at is null
     ) < greatest($7::int, $4::int / 2) as network
   from users u where u.id = $1`,
)
interface HoldTimes {
  began_at: Date
  until: Date
}

const newHoldTimes = statement<HoldTimes>(
  'new_hold_times',
  `select app_now() as began_at, app_now() + make_interval(mins => $1) as until`,
)

/** Returns begin and end of a hold that begins now. */
export async function readHoldTimes(tx: Queryable): Promise<HoldTimes> {
  return one(tx, newHoldTimes, [holdMinutes])
}

/**
 * Decides the hold of a start: 15 minutes, renewed once, then none for two hours. An account has few holds at once, and
 * the unverified accounts of a network share half of the seats. The caller holds the batch's lock and checks that a
 * seat is free beyond the holds of others.
 */
export async function decideHold(tx: Queryable, request: HoldRequest): Promise<Hold> {
  const { batch, times: now, userId, network } = request
  if (batch.capacity === null) return { state: 'new', ...now, renewed: false }
  const limits = [liveHolds.unverified, liveHolds.verified, networkSeats]
  const [, latest, free] = await Promise.all([
    rows(tx, lockHoldsOfAccount, [userId]),
    row(tx, latestHold, [userId, batch.id, holdMinutes, holdPauseMinutes]),
    one(tx, shareOfHolds, [userId, batch.id, network, batch.capacity, ...limits]),
  ])
  if (latest?.lives && (latest.renewed || latest.fresh)) {
    return { state: 'unchanged', began_at: latest.began_at, until: latest.until, renewed: latest.renewed }
  }
  const renews = latest?.pausing === true
  const lapsed: Hold = { state: 'lapsed', began_at: null, until: now.began_at, renewed: false }
  if (renews && latest.renewed) return lapsed
  if (!latest?.lives && (!free.account || !free.network)) return lapsed
  return {
    state: renews ? 'renewed' : 'new',
    began_at: renews ? latest.began_at : now.began_at,
    until: now.until,
    renewed: renews,
  }
}

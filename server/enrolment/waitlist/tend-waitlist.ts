import { offersEndMinutes, waitlistClosesMinutes } from '#contract/enrolment/waitlist.ts'
import type { Deps } from '#server/deps.ts'
import { type LockedBatch, lockBatch } from '#server/enrolment/places/seats.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement, transaction } from '#server/platform/db/query.ts'
import { readOfferHours } from '#server/platform/settings/site-settings.ts'
import { mailLapsed, mailOffer, mailOver, makeSecret } from './entry-mails.ts'

type TendDeps = Pick<Deps, 'config' | 'jobs' | 'random'>

// Short of these, nothing is to be done under the lock.
const waitlistsToTend = statement<{ batch_id: number }>(
  'waitlists_to_tend',
  `select w.batch_id from waitlist_entries w join batches b on b.id = w.batch_id
   where w.state in ('waiting', 'offered')
   group by w.batch_id, b.id
   having b.cancelled_at is not null or b.starts_at <= app_now()
     or bool_or(w.state = 'offered' and w.offered_until <= app_now())
     or bool_or(w.state = 'waiting') and coalesce(unheld_seats(b.id, b.capacity) > 0, true)
   order by w.batch_id`,
)
const closeWaitlist = statement<{ id: number }>(
  'close_waitlist',
  `update waitlist_entries set state = 'lapsed', closed_at = app_now(), closed_because = $2, network = null
   where batch_id = $1 and state in ('waiting', 'offered') returning id`,
)
// Who is at the checkout holds the seat by the order for some minutes more, and is not told that it is gone.
const lapseOffers = statement<{ id: number }>(
  'lapse_offers',
  `update waitlist_entries w set state = 'lapsed', closed_at = app_now(), closed_because = 'not_taken', network = null
   where w.batch_id = $1 and w.state = 'offered' and w.offered_until <= app_now()
     and not exists (select from seat_holds h where h.batch_id = w.batch_id and h.user_id = w.user_id)
   returning id`,
)
const nextInLine = statement<{ id: number }>(
  'next_in_line',
  `select w.id from waitlist_entries w join batches b on b.id = w.batch_id join courses c on c.id = b.course_id
   where w.batch_id = $1 and w.state = 'waiting' and b.published and c.published
     and b.starts_at > app_now() + make_interval(mins => $2)
   order by w.turn, w.id
   limit (select case when s.capacity is not null then greatest(0, unheld_seats(s.id, s.capacity)) end from batches s where s.id = $1)`,
)
const offerSeatTo = statement<{ minutes: number }>(
  'offer_seat_to',
  `update waitlist_entries w set state = 'offered', offered_at = app_now(), offer_hash = $2, reason = coalesce($5, w.reason),
     offered_until = least(app_now() + make_interval(hours => $3), b.starts_at - make_interval(mins => $4))
   from batches b where w.id = $1 and b.id = w.batch_id and w.state = 'waiting'
   returning extract(epoch from w.offered_until - app_now())::float8 / 60 as minutes`,
)

/**
 * Brings the list of a batch up to date: closes it when the batch began or was cancelled, ends offers that were not taken, and offers
 * as many seats as are free, in turn. Locks the batch.
 */
export async function tendWaitlist(deps: TendDeps, tx: Queryable, batchId: number): Promise<void> {
  const batch = await lockBatch(tx, batchId)
  if (!batch) return
  if (await closeWhenOver(deps, tx, batch)) return
  await endLapsedOffers(deps, tx, batchId)
  for (const { id } of await rows(tx, nextInLine, [batchId, waitlistClosesMinutes])) await makeOffer(deps, tx, id)
}

/** The caller holds the lock of the batch. */
export async function endLapsedOffers(deps: TendDeps, tx: Queryable, batchId: number): Promise<void> {
  for (const { id } of await rows(tx, lapseOffers, [batchId])) await mailLapsed(deps, tx, id)
}

/** Holds a seat for a waiting person and mails it. The caller holds the lock of the batch and knows that a seat is free. */
export async function makeOffer(deps: TendDeps, tx: Queryable, entryId: number, reason: string | null = null): Promise<void> {
  const { token, hash } = makeSecret(deps)
  const hours = await readOfferHours({ db: tx })
  const { minutes } = await one(tx, offerSeatTo, [entryId, hash, hours, offersEndMinutes, reason])
  await mailOffer(deps, tx, { entryId, token, minutes })
}

async function closeWhenOver(deps: TendDeps, tx: Queryable, batch: LockedBatch): Promise<boolean> {
  const why = batch.cancelled ? 'batch_cancelled' : batch.started ? 'batch_started' : null
  if (why === null) return false
  for (const { id } of await rows(tx, closeWaitlist, [batch.id, why])) await mailOver(deps, tx, { entryId: id, why })
  return true
}

/** Tends every list with something to do. It finds each seat that came free, whatever freed it. */
export async function tendWaitlists(deps: TendDeps & Pick<Deps, 'db'>, _system: System): Promise<void> {
  for (const { batch_id: id } of await rows(deps.db, waitlistsToTend)) {
    await transaction(deps.db, (tx) => tendWaitlist(deps, tx, id))
  }
}

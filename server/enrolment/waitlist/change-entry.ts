import type { WaitlistRecord } from '#contract/enrolment/staff/waitlist.ts'
import { waitlistClosesMinutes } from '#contract/enrolment/waitlist.ts'
import type { Deps } from '#server/deps.ts'
import { type LockedBatch, lockBatch } from '#server/enrolment/places/seats.ts'
import { giveUpMails } from '#server/messaging/mail/delete-mail.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { mailOver } from './entry-mails.ts'
import { makeOffer, tendWaitlist } from './tend-waitlist.ts'
import { findEntryForStaff } from './waitlist-records.ts'

// Halves by a product: a division would round.
const moveEntry = statement(
  'move_entry',
  `with others as (
     select o.turn, row_number() over (order by o.turn, o.id) as place from waitlist_entries o
     where o.batch_id = $2 and o.id <> $1 and (o.state = 'waiting' or o.state = 'offered' and o.offered_until > app_now())),
   beside as (select (select max(x.turn) from others x where x.place < $3) as before, (select min(x.turn) from others x where x.place >= $3) as after)
   update waitlist_entries w set reason = $4,
     turn = case when b.after is null then coalesce(b.before, 0) + 1 when b.before is null then b.after - 1
       else (b.before + b.after) * 0.5 end
   from beside b where w.id = $1`,
)
const seatToOffer = statement<{ has_seat: boolean; closed: boolean; published: boolean }>(
  'seat_to_offer',
  `select coalesce(unheld_seats(b.id, b.capacity) > 0, true) as has_seat, b.starts_at <= app_now() + make_interval(mins => $2) as closed,
     b.published and c.published as published
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)
const removeEntry = statement(
  'remove_entry',
  `update waitlist_entries set state = 'left', closed_at = app_now(), closed_because = 'removed', reason = $2, network = null where id = $1`,
)

type ChangeDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'random'>

/** Runs a change of an open entry under the lock of its batch. @throws HttpError 404; 409 closed; StaleVersion */
async function change(
  deps: ChangeDeps,
  staff: Staff,
  { id, versions }: Target,
  work: (tx: Queryable, entry: WaitlistRecord, batch: LockedBatch) => Promise<void>,
): Promise<WaitlistRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const { batch_id: batchId } = await findEntryForStaff(tx, id)
    const batch = await lockBatch(tx, batchId)
    const entry = await findEntryForStaff(tx, id)
    if (!batch || entry.place === null) throw conflict('entry_closed', 'This person does not wait for the batch any more.')
    if (!versions.includes(entry.version)) throw new StaleVersion(entry)
    await work(tx, entry, batch)
    return findEntryForStaff(tx, id)
  })
}

const assertWaiting = ({ state }: WaitlistRecord) => {
  if (state !== 'waiting') throw conflict('seat_offered', 'This person has an offer already.')
}

/** Gives a waiting person another place; a place past the end is the last one. Nobody is told. */
export async function moveWaiting(
  deps: ChangeDeps,
  staff: Staff,
  { body, ...target }: Target & { body: { place: number; reason: string } },
): Promise<WaitlistRecord> {
  return change(deps, staff, target, async (tx, entry) => {
    assertWaiting(entry)
    await rows(tx, moveEntry, [entry.id, entry.batch_id, body.place, body.reason])
  })
}

/** Offers a free seat out of turn, and mails it. @throws HttpError 409 also when no seat is free */
export async function offerSeat(
  deps: ChangeDeps,
  staff: Staff,
  { body, ...target }: Target & { body: { reason: string } },
): Promise<WaitlistRecord> {
  return change(deps, staff, target, async (tx, entry, batch) => {
    assertWaiting(entry)
    const { has_seat: hasSeat, closed, published } = await one(tx, seatToOffer, [entry.batch_id, waitlistClosesMinutes])
    if (batch.cancelled) throw conflict('batch_cancelled', 'This batch is cancelled.')
    if (closed)
      throw conflict('waitlist_closed', 'This batch starts within an hour, or has started. Its free seats are sold to everybody.')
    if (!published) throw conflict('batch_draft', 'Nobody can pay for this batch, because it or its course is not published.')
    if (!hasSeat) throw conflict('no_free_seat', 'No seat is free. Give the batch more seats, or wait until one comes free.')
    await makeOffer(deps, tx, entry.id, body.reason)
  })
}

/** Takes a person off the list and mails it. An offered seat goes to the next one at once. */
export async function removeWaiting(
  deps: ChangeDeps,
  staff: Staff,
  { body, ...target }: Target & { body: { reason: string } },
): Promise<WaitlistRecord> {
  return change(deps, staff, target, async (tx, entry) => {
    await rows(tx, removeEntry, [entry.id, body.reason])
    await giveUpMails(tx, `waitlist-${entry.id}-offer`)
    await mailOver(deps, tx, { entryId: entry.id, why: 'removed', words: body.reason })
    await tendWaitlist(deps, tx, entry.batch_id)
  })
}

import * as messages from '#contract/messages.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { type joinWaitlist as contract, openWaits, waitlistClosesMinutes } from '#contract/enrolment/waitlist.ts'
import { networkSeats } from '#contract/rules.ts'
import type { Deps } from '#server/deps.ts'
import { hasActiveEnrolment } from '#server/enrolment/places/enrol.ts'
import { lockBatch, seatsBeyondHolds } from '#server/enrolment/places/seats.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { one, row, statement, transaction } from '#server/platform/db/query.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { mailJoined, makeSecret } from './entry-mails.ts'
import { placeNow } from './own-entries.ts'
import { endLapsedOffers } from './tend-waitlist.ts'

const batchToWaitFor = statement<{ published: boolean; closed: boolean }>(
  'batch_to_wait_for',
  `select c.published and b.published as published, b.starts_at <= app_now() + make_interval(mins => $2) as closed
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)
const lockWaitsOfAccount = statement('lock_waits_of_account', `select pg_advisory_xact_lock(hashtextextended($1::text, 75))`)
const openWaitsOfAccount = statement<{ here: boolean; lists: number; network: number }>(
  'open_waits_of_account',
  `select coalesce(bool_or(w.batch_id = $2), false) as here, count(*)::integer as lists,
     (select count(*)::integer from waitlist_entries n join users v on v.id = n.user_id
      where n.batch_id = $2 and n.state in ('waiting', 'offered') and n.network = $3::cidr and v.verified_at is null) as network
   from waitlist_entries w where w.user_id = $1 and w.state in ('waiting', 'offered')`,
)
const insertEntry = statement<{ id: number }>(
  'insert_entry',
  `insert into waitlist_entries (batch_id, user_id, turn, joined_at, leave_hash, network)
   values ($1, $2, (select coalesce(max(w.turn), 0) + 1 from waitlist_entries w where w.batch_id = $1 and w.state in ('waiting', 'offered')),
     app_now(), $3, $4::cidr)
   returning id`,
)
const placeOfEntry = statement<{ place: number }>(
  'place_of_entry',
  `select ${placeNow('w')} as place from waitlist_entries w where w.id = $1`,
)

type Input = ParsedOf<typeof contract> & { ip: string }

/**
 * Puts a student at the end of the list of a full batch, and mails it. Locks the batch.
 * @throws HttpError 404 unknown or unpublished batch; 409 when it is not full, cancelled, started or about to, or the student has a
 * place in it, waits for it already, or waits for too many
 */
export async function joinWaitlist(deps: Deps, student: Student, { params, ip }: Input): Promise<AnswerOf<typeof contract>> {
  const batchId = params.id
  return transaction(deps.db, async (tx) => {
    const batch = await lockBatch(tx, batchId)
    const sold = batch && (await row(tx, batchToWaitFor, [batchId, waitlistClosesMinutes]))
    if (!batch || !sold) throw notFound('Batch not found.')
    if (await hasActiveEnrolment(tx, student.id, batchId)) throw conflict('already_enrolled', messages.alreadyEnrolled)
    if (!sold.published) throw notFound('Batch not found.')
    if (batch.cancelled) throw conflict('batch_cancelled', 'This batch has been cancelled. Please choose another one.')
    if (batch.started) throw conflict('batch_started', 'This batch has already started. Please choose another one.')
    await endLapsedOffers(deps, tx, batchId)
    await row(tx, lockWaitsOfAccount, [student.id])
    const network = student.verified ? null : networkOf(ip)
    const open = await one(tx, openWaitsOfAccount, [student.id, batchId, network])
    if (open.here) throw conflict('already_waiting', 'You are on the waitlist of this batch already.')
    if ((await seatsBeyondHolds(tx, batch, student.id)) > 0) {
      throw conflict('batch_not_full', 'This batch has a free seat. You can enrol in it now.')
    }
    if (sold.closed) throw conflict('waitlist_closed', 'This batch starts within an hour, so its waitlist is closed.')
    if (open.lists >= (student.verified ? openWaits.verified : openWaits.unverified)) {
      throw conflict('too_many_waits', 'You wait for as many batches as one can. Please leave another waitlist first.')
    }
    if (open.network >= networkSeats) {
      throw conflict('verify_first', 'Please confirm your e-mail address with the code that we sent you, then join the waitlist.')
    }
    const { token, hash } = makeSecret(deps)
    const { id } = await one(tx, insertEntry, [batchId, student.id, hash, network])
    const { place } = await one(tx, placeOfEntry, [id])
    await mailJoined(deps, tx, { entryId: id, place, token })
    return { place, state: 'waiting' as const }
  })
}

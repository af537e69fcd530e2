import type { ParsedOf } from '#contract/endpoint.ts'
import type { paymentLinks } from '#contract/money/staff/payment-links.ts'
import { assertAccount } from '#server/people/accounts/assert-account.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { findPlaceRefusal, refusePlace } from '#server/enrolment/places/place.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { hashOfLinkSecret } from './link-secret.ts'

type Given = ParsedOf<(typeof paymentLinks)['endpoints']['create']>['body']

/** Days after which a link has ended in any case. */
const mostDays = 365

const accountOfVerifiedAddress = statement<{ id: number }>(
  'account_of_verified_address',
  `select id from users where email = $1 and verified_at is not null and erased_at is null`,
)
const offerOfLink = statement<{ amount_paise: number; is_past: boolean; is_far: boolean }>(
  'offer_of_link',
  `select c.amount_paise, $2::timestamptz <= app_now() as is_past, $2::timestamptz > app_now() + make_interval(days => $3) as is_far
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)
// Two makings for one address wait for each other: an address without an account has no lock of a student.
const lockAddressOfLink = statement('lock_address_of_link', `select pg_advisory_xact_lock(hashtextextended($1, 195))`)
const liveLinkOfPerson = statement<{ id: number }>(
  'live_link_of_person',
  `select id from payment_links where batch_id = $3 and state in ('waiting', 'active') and expires_at > app_now() and scholarship_id is null
     and ($1::bigint is not null and student_id = $1 or $2::text is not null and student_id is null and email = $2) limit 1`,
)
const insertLink = statement<{ id: number }>(
  'insert_link',
  `insert into payment_links (token_hash, student_id, email, batch_id, price_paise, given_paise, reason, expires_at, state, made_by, made_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, app_now()) returning id`,
)
const insertLinkOfScholarship = statement<{ batch_id: number }>(
  'insert_link_of_scholarship',
  `insert into payment_links (token_hash, student_id, batch_id, given_paise, reason, expires_at, state, scholarship_id, made_by, made_at, mailed_at)
   select $1, s.student_id, s.batch_id, 0, s.reason, (s.valid_until + 1)::timestamp at time zone 'Asia/Kolkata', 'active', s.id, $3, app_now(),
     case when $4 then app_now() end
   from scholarships s where s.id = $2 and s.state = 'active' and s.valid_until >= (app_now() at time zone 'Asia/Kolkata')::date
   returning batch_id`,
)
// A link ends with the price that it leads to.
const followScholarship = statement(
  'follow_scholarship',
  `update payment_links l set expires_at = (s.valid_until + 1)::timestamp at time zone 'Asia/Kolkata',
     state = case when s.state = 'active' then l.state else 'withdrawn' end
   from scholarships s where s.id = $1 and l.scholarship_id = s.id and l.state = 'active'`,
)

const refuse = (field: string, message: string) => invalid(message, { [field]: [message] })

/** Whose a link is: an account, or an address that no account has proven. */
export interface LinkPerson {
  studentId: number | null
  address: string | null
}

/** Finds whose a link is. An address that an account has proven is that account. @throws HttpError 400 neither or both */
export async function personOfLink(db: Queryable, given: Pick<Given, 'student_id' | 'email'>): Promise<LinkPerson> {
  const { student_id: studentId, email: address } = given
  if (studentId !== null && address !== null) throw refuse('email', 'Please give a student or an e-mail address, not both.')
  if (studentId !== null) return { studentId, address: null }
  if (address === null) throw refuse('student_id', 'Please choose a student, or give an e-mail address.')
  const account = await row(db, accountOfVerifiedAddress, [address])
  return account ? { studentId: account.id, address: null } : { studentId: null, address }
}

/** Serialises what staff make for an address without an account. */
export async function lockAddress(tx: Queryable, address: string): Promise<void> {
  await rows(tx, lockAddressOfLink, [address])
}

/**
 * Writes down a link. The caller holds the lock of the student or of the address.
 * @returns its id, and what it gives off the price of everybody, in paise
 * @throws HttpError 400, 404 or 409 when it can't be made
 */
export async function storeLink(
  tx: Queryable,
  given: Given,
  { person, secret, staffId, state }: { person: LinkPerson; secret: string; staffId: number; state: 'waiting' | 'active' },
): Promise<{ id: number; givenPaise: number }> {
  const { batch_id: batchId, price_paise: price, reason, expires_at: expiresAt } = given
  const batch = await lockBatch(tx, batchId)
  const offer = batch && (await row(tx, offerOfLink, [batchId, expiresAt, mostDays]))
  if (!batch || !offer) throw notFound('There is no such batch.')
  if (offer.is_past) throw refuse('expires_at', 'This moment has passed.')
  if (offer.is_far) throw refuse('expires_at', 'Please give a moment within a year.')
  if (price !== null && price >= offer.amount_paise)
    throw refuse('price_paise', `Everybody pays ${rupeesOf(offer.amount_paise)}. Please give less, or leave the price empty.`)
  if (person.studentId !== null) await assertAccount(tx, person.studentId)
  const refusal = await findPlaceRefusal(tx, batch, person.studentId ?? 0)
  if (refusal) throw refusePlace(refusal)
  if (batch.started) throw conflict('batch_started', 'This batch has started.', { batch_id: ['This batch has started.'] })
  if (await row(tx, liveLinkOfPerson, [person.studentId, person.address, batchId])) {
    const message = 'This person has a link for this batch already. Please withdraw that first.'
    throw conflict('link_exists', message, { batch_id: [message] })
  }
  const givenPaise = price === null ? 0 : offer.amount_paise - price
  const { id } = await one(tx, insertLink, [
    hashOfLinkSecret(secret),
    person.studentId,
    person.address,
    batchId,
    price,
    givenPaise,
    reason,
    expiresAt,
    state,
    staffId,
  ])
  return { id, givenPaise }
}

/**
 * Writes down a link to the price of an active scholarship.
 * @param link.mailed whether the caller mails it
 * @returns the id of its batch; undefined when the scholarship is not active
 */
export async function storeLinkOfScholarship(
  tx: Queryable,
  link: { scholarshipId: number; secret: string; staffId: number; mailed: boolean },
): Promise<number | undefined> {
  const { scholarshipId, secret, staffId, mailed } = link
  const made = await row(tx, insertLinkOfScholarship, [hashOfLinkSecret(secret), scholarshipId, staffId, mailed])
  return made?.batch_id
}

/** Withdraws the links of a scholarship that has ended, and moves their end with its last day. */
export async function followLinks(tx: Queryable, scholarshipId: number): Promise<void> {
  await rows(tx, followScholarship, [scholarshipId])
}

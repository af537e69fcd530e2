import type { SignedIn } from '#contract/people/accounts.ts'
import { one, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf, networkOf } from '#server/platform/http/network.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { lockAddress, lockPhone } from './claim-address.ts'
import { consumeCode } from './consume-code.ts'
import { invalidCode } from './invalid-code.ts'
import { hashesOfCode } from './issue-code.ts'
import { openSession, revokeSessions } from './session.ts'

interface Person {
  id: number
  full_name: string
  phone: string | null
  verified: boolean
}

const personOfAddress = statement<Person>(
  'person_of_address',
  `select id, full_name, phone, verified_at is not null as verified
   from users where email = $1 and disabled_at is null for update`,
)
const cancelChanges = statement(
  'cancel_changes',
  `with changes as (delete from pending_changes where user_id = $1) delete from undo_links where user_id = $1`,
)
interface Registration {
  full_name: string
  phone: string
  consent_version: string
  consented_at: Date
  unfinished_mails: boolean
}

// Anybody can register an unverified address. The registration from this address with this code wins. Otherwise, without a
// session of the account, one from this address if only one person registered there, or the one with this code.
// Otherwise the account stays unchanged.
const registrationToVerify = statement<Registration>(
  'registration_to_verify',
  `select r.full_name, r.phone, r.consent_version, r.consented_at, r.unfinished_mails
   from (select *, address = $2::cidr as here, coalesce(code_hash = any($3), false) as coded from registrations where user_id = $1) r
   where (r.here and r.coded)
      or not $4::boolean and (r.coded or r.here and not exists (
        select 1 from registrations o
        where o.user_id = $1 and o.address = $2::cidr and (o.full_name, o.phone) <> (r.full_name, r.phone)))
   order by r.here and r.coded desc, r.here desc, r.id desc limit 1`,
)
export const deleteRegistrations = statement('delete_registrations', `delete from registrations where user_id = $1`)
// The person who has proven the address asked for it with the registration.
const wantUnfinishedMails = statement(
  'want_unfinished_mails',
  `insert into mail_preferences (user_id, kind, wanted, changed_at) values ($1, 'unfinished', true, $2) on conflict do nothing`,
)
// A phone that another account verified meanwhile is left empty, and the page asks for it again.
const verifyPerson = statement<{ full_name: string }>(
  'verify_person',
  `update users u set verified_at = app_now(), full_name = coalesce($3, u.full_name),
     consent_version = coalesce($4, u.consent_version), consented_at = coalesce($5, u.consented_at),
     phone = case when exists (select 1 from users o where o.phone = $2 and o.verified_at is not null and o.id <> u.id)
       then null else $2 end
   where u.id = $1 returning u.full_name`,
)

interface Input {
  query: { email: string }
  body: { otp: string }
  ip: string
  userAgent: string
}

/**
 * Signs in with the newest code of an address. The first success verifies the account, ends every earlier session and
 * cancels every pending change, so that a stranger who registered the address loses access.
 * @throws HttpError 400 for every failure of the code
 */
export async function verifyCode(deps: Deps, principal: Student | Visitor, input: Input): Promise<SignedIn> {
  const { email } = input.query
  const signedIn = await transaction(deps.db, async (tx) => {
    const [, guess] = await Promise.all([
      rows(tx, lockAddress, [email]),
      consumeCode(deps, tx, { email, purpose: 'sign_in', network: networkOf(input.ip), code: input.body.otp }),
    ])
    // A wrong guess is returned, not thrown, because it must be committed.
    return guess === 'right' ? enter(deps, tx, principal, input) : guess
  })
  if (typeof signedIn === 'string') throw invalidCode(signedIn)
  return signedIn
}

async function enter(deps: Deps, tx: Queryable, principal: Student | Visitor, input: Input): Promise<SignedIn | 'wrong'> {
  const { email } = input.query
  const person = await row(tx, personOfAddress, [email])
  if (!person) return 'wrong'
  const name = person.verified
    ? person.full_name
    : await verify(deps, tx, { person, hasSession: principal.kind === 'student' && principal.id === person.id }, input)
  const tokens = await openSession(deps, tx, person.id, input.userAgent)
  return { ...tokens, user: { id: person.id, full_name: name, email, verified: true } }
}

async function verify(
  deps: Deps,
  tx: Queryable,
  { person, hasSession }: { person: Person; hasSession: boolean },
  input: Input,
): Promise<string> {
  const hashes = hashesOfCode(deps, input.query.email, 'sign_in', input.body.otp)
  const typed = await row(tx, registrationToVerify, [person.id, addressOf(input.ip), hashes, hasSession])
  const phone = typed?.phone ?? person.phone
  if (phone) await rows(tx, lockPhone, [phone])
  const given = [typed?.full_name ?? null, typed?.consent_version ?? null, typed?.consented_at ?? null]
  const { full_name: name } = await one(tx, verifyPerson, [person.id, phone, ...given])
  if (typed?.unfinished_mails) await rows(tx, wantUnfinishedMails, [person.id, typed.consented_at])
  await rows(tx, deleteRegistrations, [person.id])
  await revokeSessions(tx, person.id)
  await rows(tx, cancelChanges, [person.id])
  return name
}

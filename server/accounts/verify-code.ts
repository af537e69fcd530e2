import type { SignedIn } from '#contract/accounts.ts'
import { one, type Queryable, row, rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../network.ts'
import { lockAddress, lockPhone } from './claim-address.ts'
import { consumeCode } from './consume-code.ts'
import { invalidCode } from './invalid-code.ts'
import { openSession, revokeSessions } from './session.ts'

interface Person {
  id: number
  full_name: string
  phone: string | null
  verified: boolean
}

const personOf = statement<Person>(
  'person_of_address',
  `select id, full_name, phone, verified_at is not null as verified
   from users where email = $1 and disabled_at is null for update`,
)
const cancelWishes = statement(
  'cancel_changes',
  `with wishes as (delete from pending_changes where user_id = $1) delete from undo_links where user_id = $1`,
)
// A number that somebody else has verified meanwhile is left empty and asked for again.
const verifyPerson = statement<{ full_name: string }>(
  'verify_person',
  `update users u set verified_at = app_now(),
     phone = case when exists (select 1 from users o where o.phone = u.phone and o.verified_at is not null and o.id <> u.id)
       then null else u.phone end
   where u.id = $1 returning u.full_name`,
)

interface Input {
  query: { email: string }
  body: { otp: string }
  ip: string
  userAgent: string
}

/**
 * Signs in with the newest code of an address. The first success verifies the account and ends every session
 * opened before it and every change asked for, so that whoever registered somebody else's address does not stay inside.
 * @throws HttpError 400 for every failure of the code
 */
export async function verifyCode(deps: Deps, input: Input): Promise<SignedIn> {
  const { email } = input.query
  const signedIn = await transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    const right = await consumeCode(deps, tx, {
      email,
      purpose: 'sign_in',
      network: networkOf(input.ip),
      code: input.body.otp,
    })
    // Returns instead of throwing: a wrong guess has to be committed.
    return right ? enter(deps, tx, email, input.userAgent) : undefined
  })
  if (!signedIn) throw invalidCode()
  return signedIn
}

async function enter(deps: Deps, tx: Queryable, email: string, userAgent: string): Promise<SignedIn | undefined> {
  const person = await row(tx, personOf, [email])
  if (!person) return undefined
  if (!person.verified) {
    if (person.phone) await rows(tx, lockPhone, [person.phone])
    await one(tx, verifyPerson, [person.id])
    await revokeSessions(tx, person.id)
    await rows(tx, cancelWishes, [person.id])
  }
  const tokens = await openSession(deps, tx, person.id, userAgent)
  return { ...tokens, user: { id: person.id, full_name: person.full_name, email, verified: true } }
}

import type { register as registerEndpoint } from '#contract/people/accounts.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { codeMinutes, consentVersion } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { sendLater, one, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { queueMail, reserveMail } from '#server/messaging/mail/queue-mail.ts'
import { addressOf, networkOf } from '#server/platform/http/network.ts'
import { isReserved, lockAddress, takenFields } from './claim-address.ts'
import { hashesOfCode, issueCode } from './issue-code.ts'
import { openSession, revokeSessions } from './session.ts'
import { tooSoon } from './too-soon.ts'

interface Existing {
  id: number
  verified: boolean
  paid: boolean
}

const existingUser = statement<Existing>(
  'existing_user',
  `select u.id, u.verified_at is not null as verified,
     exists (select 1 from captured_payments p join payment_orders o on o.id = p.order_id
             where o.user_id = u.id) as paid
   from users u where u.email = $1`,
)
const phoneTaken = statement('phone_taken', `select 1 from users where phone = $1 and verified_at is not null`)
const insertUser = statement<{ id: number }>(
  'insert_user',
  `insert into users (email, full_name, phone, consent_version, consented_at)
   values ($1, $2, $3, $4, app_now()) returning id`,
)
const replaceRegistration = statement(
  'replace_registration',
  `update users set full_name = $2, phone = $3, consent_version = $4, consented_at = app_now()
   where id = $1 and verified_at is null`,
)
/** An address can be registered repeatedly; only this many of the newest registrations are stored. */
const storedRegistrations = 20
const saveRegistration = statement(
  'save_registration',
  `insert into registrations (user_id, address, full_name, phone, consent_version, consented_at, code_hash, unfinished_mails)
   values ($1, $2::cidr, $3, $4, $5, app_now(), $6, $7)`,
)
const dropOlderRegistrations = statement(
  'drop_older_registrations',
  `delete from registrations where user_id = $1
     and id <= (select id from registrations where user_id = $1 order by id desc offset $2 limit 1)`,
)

type Input = Pick<ParsedOf<typeof registerEndpoint>, 'body'> & { ip: string; userAgent: string }

/**
 * Creates an unverified account and mails its code. A repeated registration replaces the earlier one: at once, or with
 * the first verification when a payment was captured. `enroll` also signs in, for a new address only, so that nobody
 * enters an account that another person registered.
 * @throws HttpError 409 with field errors when e-mail or phone are taken; 429 when a code was just sent
 */
export async function register(deps: Deps, _visitor: Visitor, input: Input): Promise<AnswerOf<typeof registerEndpoint>> {
  const { email, phone_number: phone, full_name: fullName, type, unfinished_mails: wantsMails = false } = input.body
  return transaction(deps.db, async (tx) => {
    // One round trip, in the order of the locks. A conflict rolls the code back.
    const [, existing, isAddressReserved, phoneHolder, issued, mailId] = await Promise.all([
      rows(tx, lockAddress, [email]),
      row(tx, existingUser, [email]),
      isReserved(tx, email, 0),
      row(tx, phoneTaken, [phone]),
      issueCode(deps, tx, { email, purpose: 'sign_in', network: networkOf(input.ip) }),
      reserveMail(tx),
    ])
    const fields: Record<string, string[]> = {}
    const emailTaken = existing && (existing.verified || type === 'enroll')
    if (emailTaken || isAddressReserved) fields['email'] = takenFields.email
    if (phoneHolder) fields['phone_number'] = takenFields.phone
    if (Object.keys(fields).length > 0) {
      throw conflict('already_registered', messages.accountTaken, fields)
    }
    if (existing && !existing.paid) {
      sendLater(tx, replaceRegistration, [existing.id, fullName, phone, consentVersion])
      // The earlier registration may be another person's, whose session must not read the new data.
      await revokeSessions(tx, existing.id)
    }
    const id = existing?.id ?? (await one(tx, insertUser, [email, fullName, phone, consentVersion])).id
    const codeHash = 'code' in issued ? hashesOfCode(deps, email, 'sign_in', issued.code)[0] : null
    sendLater(tx, saveRegistration, [id, addressOf(input.ip), fullName, phone, consentVersion, codeHash, wantsMails])
    sendLater(tx, dropOlderRegistrations, [id, storedRegistrations])
    if ('code' in issued) await mailCode(deps, tx, { id: mailId, email, fullName, code: issued.code })
    if (type === 'enroll') {
      // The code is only needed later, so the wait for the next one must not block a payment.
      const tokens = await openSession(deps, tx, id, input.userAgent)
      return {
        message: 'Registration successful!',
        ...tokens,
        user: { id, full_name: fullName, email, verified: false },
      }
    }
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds)
    return { message: messages.registered }
  })
}

async function mailCode(
  deps: Deps,
  tx: Queryable,
  to: { id: number; email: string; fullName: string; code: string },
): Promise<void> {
  await queueMail(
    deps,
    tx,
    { template: 'sign-in-code', to: to.email, props: { name: to.fullName, code: to.code, minutes: codeMinutes } },
    { id: to.id, secret: true, expiresInMinutes: codeMinutes },
  )
}

import type { register as registerEndpoint } from '#contract/accounts.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { codeMinutes, consentVersion } from '#contract/rules.ts'
import * as said from '#contract/texts.ts'
import { one, type Queryable, row, rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { networkOf } from '../network.ts'
import { lockAddress } from './claim-address.ts'
import { issueCode } from './issue-code.ts'
import { openSession, revokeSessions } from './session.ts'
import { tooSoon } from './too-soon.ts'

interface Existing {
  id: number
  verified: boolean
  has_orders: boolean
}

const existingUser = statement<Existing>(
  'existing_user',
  `select u.id, u.verified_at is not null as verified,
     exists (select 1 from payment_orders o where o.user_id = u.id) as has_orders
   from users u where u.email = $1`,
)
const phoneTaken = statement('phone_taken', `select 1 from users where phone = $1 and verified_at is not null and email <> $2`)
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

type Input = Pick<ParsedOf<typeof registerEndpoint>, 'body'> & { ip: string; userAgent: string }

/**
 * Creates an unverified account and mails its code. `enroll` also signs in at once, for a new address only, so
 * that nobody walks into an account that somebody else began.
 * @throws HttpError 409 with field errors when e-mail or phone belong to someone; 429 when a code was just sent
 */
export async function register(deps: Deps, input: Input): Promise<AnswerOf<typeof registerEndpoint>> {
  const { email, phone_number: phone, full_name: fullName, type } = input.body
  return transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    const existing = await row(tx, existingUser, [email])
    const fields: Record<string, string[]> = {}
    if (existing && (existing.verified || type === 'enroll')) fields['email'] = ['This email is already registered.']
    if (await row(tx, phoneTaken, [phone, email])) fields['phone_number'] = ['This phone number is already registered.']
    if (Object.keys(fields).length > 0) {
      throw conflict('already_registered', said.accountTaken, fields)
    }
    if (existing && !existing.has_orders) {
      await rows(tx, replaceRegistration, [existing.id, fullName, phone, consentVersion])
      // Whoever was let in by the earlier one may be a stranger, and must not read who registers now.
      await revokeSessions(tx, existing.id)
    }
    const id = existing?.id ?? (await one(tx, insertUser, [email, fullName, phone, consentVersion])).id
    const waitSeconds = await mailCode(deps, tx, { email, fullName, ip: input.ip })
    if (type === 'enroll') {
      // The code only verifies later; that it must wait is no reason to keep somebody from paying.
      const tokens = await openSession(deps, tx, id, input.userAgent)
      return {
        message: 'Registration successful!',
        ...tokens,
        user: { id, full_name: fullName, email, verified: false },
      }
    }
    if (waitSeconds > 0) throw tooSoon(waitSeconds)
    return { message: said.registered }
  })
}

async function mailCode(deps: Deps, tx: Queryable, to: { email: string; fullName: string; ip: string }): Promise<number> {
  const issued = await issueCode(deps, tx, { email: to.email, purpose: 'sign_in', network: networkOf(to.ip) })
  if ('waitSeconds' in issued) return issued.waitSeconds
  await queueMail(
    deps,
    tx,
    { template: 'sign-in-code', to: to.email, props: { name: to.fullName, code: issued.code, minutes: codeMinutes } },
    { secret: true, expiresInMinutes: codeMinutes },
  )
  return 0
}

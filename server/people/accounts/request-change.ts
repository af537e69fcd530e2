import type { requestChange as endpoint } from '#contract/people/accounts.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { codeMinutes, phoneMessage } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { pathTo } from '#contract/pages.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError, invalid, unauthenticated } from '#server/platform/errors/errors.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isAddressTaken, isPhoneTaken, lockAddress, taken } from './claim-address.ts'
import { issueCode } from './issue-code.ts'
import { maskAddress } from './mask-address.ts'
import { tooSoon } from './too-soon.ts'

const savePendingChange = statement(
  'save_pending_change',
  `insert into pending_changes (user_id, code_email, email, phone, requested_at) values ($1, $2, $3, $4, app_now())
   on conflict (user_id) do update set code_email = excluded.code_email, email = excluded.email, phone = excluded.phone,
     requested_at = excluded.requested_at`,
)

const saveRequestedAddress = statement(
  'save_requested_address',
  `insert into former_addresses (user_id, email, proven) values ($1, $2, false) on conflict do nothing`,
)
// Prevents writes for an account that is being erased. Lock order, as in erasure: the address, then the row.
const accountToChange = statement(
  'account_to_change',
  `select 1 from users where id = $1 and email = $2 and disabled_at is null for key share`,
)

// An unverified account has one session, from its registration. Its order proves that this session is the payer's.
const paidInSession = statement(
  'paid_in_session',
  `select 1 from sessions s
     join payment_orders o on o.user_id = s.user_id and o.created_at >= s.created_at
     join payments p on p.order_id = o.id and p.status = 'captured'
   where s.id = $1 and s.user_id = $2 and s.revoked_at is null
   limit 1`,
)

type Input = Pick<ParsedOf<typeof endpoint>, 'body'> & { ip: string }

/**
 * Saves a pending change and mails its code to the new address, or to the current one when only the phone changes.
 * A verified old address is notified. An unverified one may be mistyped and another person's, so it gets no mail; the
 * session that paid may correct it.
 * @throws HttpError 400 without a change, 403 for the e-mail of another unverified account, 409 taken, 429 too soon
 */
export async function requestChange(deps: Deps, student: Student, input: Input): Promise<AnswerOf<typeof endpoint>> {
  const { email } = input.body.user
  const phone = input.body.student.phone || null
  if (email === student.email && phone === student.phone) throw invalid(messages.noChanges)
  if (phone === null && student.phone !== null) throw invalid(phoneMessage, { phone: [phoneMessage] })
  if (email !== student.email && !student.verified && !(await row(deps.db, paidInSession, [student.sessionId, student.id]))) {
    throw verifyFirst()
  }
  await transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    if (!(await row(tx, accountToChange, [student.id, student.email]))) throw unauthenticated()
    await refuseTaken(tx, student, email, phone)
    const issued = await issueCode(deps, tx, { email, purpose: 'change', network: networkOf(input.ip) })
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds)
    await rows(tx, savePendingChange, [student.id, email, email, phone])
    await queueMail(
      deps,
      tx,
      { template: 'change-code', to: email, props: { name: student.fullName, code: issued.code, minutes: codeMinutes } },
      { secret: true, expiresInMinutes: codeMinutes },
    )
    if (email === student.email) return
    await rows(tx, saveRequestedAddress, [student.id, email])
    if (!student.verified) return
    const props = {
      name: student.fullName,
      newEmail: maskAddress(email),
      profileUrl: `${deps.config.publicUrl}${pathTo('profile')}`,
    }
    await queueMail(deps, tx, { template: 'change-asked', to: student.email, props })
  })
  return { message: messages.changeCodeSent, email }
}

async function refuseTaken(tx: Queryable, student: Student, email: string, phone: string | null): Promise<void> {
  const emailTaken = email !== student.email && (await isAddressTaken(tx, email, student.id))
  const phoneTaken = phone !== null && phone !== student.phone && (await isPhoneTaken(tx, phone, student.id))
  if (emailTaken || phoneTaken)
    throw taken([...(emailTaken ? ['email' as const] : []), ...(phoneTaken ? ['phone' as const] : [])])
}

function verifyFirst(): HttpError {
  const message = 'Please verify your email before you change it.'
  return new HttpError(403, 'unverified', message, { fields: { email: [message] } })
}

import type { requestErasure as requestErasureEndpoint } from '#contract/people/accounts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { codeMinutes, undoDays } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { lockAddress } from './claim-address.ts'
import { issueCode } from './issue-code.ts'
import { tooSoon } from './too-soon.ts'

/** Whether a change of address can still be undone. */
export const addressChangedLately = statement(
  'address_changed_lately',
  `select 1 from undo_links where user_id = $1 and email is not null and expires_at > app_now()`,
)

// Whoever pays a person back needs to know who it is.
export const moneyAtTheSchool = statement(
  'money_at_the_school',
  `select 1 from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   where o.user_id = $1 and o.provider = 'offline' and r.status = 'queued'
   union all
   select 1 from offline_payments f where f.user_id = $1 and f.state in ('waiting', 'received', 'return_due') limit 1`,
)

/** @throws HttpError 409 while the school has money of the account that it pays back by hand or has not decided about */
export async function refuseWhileMoneyWaits(tx: Queryable, id: number): Promise<void> {
  if (!(await row(tx, moneyAtTheSchool, [id]))) return
  throw conflict(
    'money_waits',
    'The school has money of yours that it pays back to you or has not decided about. Please erase your account after that.',
  )
}

/**
 * Mails the code that erases an account. Refused while a change of address can be undone: a stolen session could
 * otherwise move the account to another address and erase it there.
 * @throws HttpError 409 within a week of a change of address and while the school has money of the student, 429 when a code was just sent
 */
export async function requestErasure(
  deps: Deps,
  student: Student,
  input: { ip: string },
): Promise<AnswerOf<typeof requestErasureEndpoint>> {
  const { email } = student
  await transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    if (await row(tx, addressChangedLately, [student.id])) throw changedTooLately()
    await refuseWhileMoneyWaits(tx, student.id)
    const issued = await issueCode(deps, tx, { email, purpose: 'erase', network: networkOf(input.ip) })
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds)
    await queueMail(
      deps,
      tx,
      { template: 'erase-code', to: email, props: { name: student.fullName, code: issued.code, minutes: codeMinutes } },
      { secret: true, expiresInMinutes: codeMinutes },
    )
  })
  return { message: messages.changeCodeSent, email }
}

const changedTooLately = () =>
  conflict(
    'changed_lately',
    `Your email was changed in the last ${undoDays} days and the change can still be undone. After that you can erase your account here.`,
  )

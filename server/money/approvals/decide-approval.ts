import { type ApprovalRecord, permissionOfKind } from '#contract/money/staff/approvals.ts'
import { allows } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, forbidden, HttpError, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { declineLink } from '#server/money/links/activate-link.ts'
import { lockAddress } from '#server/money/links/store-link.ts'
import { decline } from '#server/money/scholarships/grant-scholarship.ts'
import { oweOffline } from '#server/money/offline/return-offline-payment.ts'
import { findApproval, secondPerson } from './approval-list.ts'
import { assertAloneForLong } from './second-person.ts'
import { notifyAsker } from './notify.ts'
import { type Act, type ActDeps, perform } from './perform.ts'
import { lockStudent } from './approval-limit.ts'

const receiverOfApproval = statement<{ user_id: number | null; address: string | null }>(
  'receiver_of_approval',
  `select a.user_id, l.email as address from approvals a left join payment_links l on l.id = a.payment_link_id where a.id = $1`,
)
const waitingAct = statement<Act>(
  'waiting_act',
  `select kind, user_id, batch_id, amount_paise, counted_paise, payment_id, offline_payment_id, scholarship_id, instalment_id, payment_link_id, reason, payload, null as paid_back, asked_by
   from approvals where id = $1 and state = 'waiting'`,
)
const mayDecideAlone = statement<{ alone: boolean; passed: boolean }>(
  'may_decide_alone',
  `select ${secondPerson.isAlone} as alone, ${secondPerson.isAloneForLong} as passed from approvals a where a.id = $1`,
)
// A constraint refuses an approval by the person who asked, unless nobody else could decide for a day.
const closeApproval = statement<{ id: number }>(
  'close_approval',
  `update approvals a set state = $2, decided_by = $3, decided_at = app_now(), answer = $4, refund_id = $5, enrolment_id = $6,
     decided_alone = $2 = 'approved' and $3 = a.asked_by and ${secondPerson.isAlone}
   where a.id = $1 and a.state = 'waiting' returning a.id`,
)

/** Marks a refusal of the act itself, after which the approval has failed. */
class ActRefused extends Error {
  readonly refusal: HttpError

  constructor(refusal: HttpError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Does what another person asked for, in one transaction with the decision. When it is no longer possible, the approval ends
 * as `failed` with the reason, and nothing else changes.
 * @throws HttpError 403 without the permission of the kind, 404, 409 for the person who asked or once it is decided; StaleVersion
 */
export async function approveAct(deps: ActDeps, staff: Staff, target: Target): Promise<ApprovalRecord> {
  try {
    return await staffTransaction(deps, staff, async (tx) => {
      const act = await lockWaiting(tx, staff, target)
      await assertSecondPerson(tx, staff, act, target.id)
      const done = await perform(deps, tx, staff, act).catch((error: unknown) => {
        throw error instanceof HttpError && error.status < 500 ? new ActRefused(error) : error
      })
      return close(deps, tx, target.id, ['approved', staff.id, null, done.refund_id, done.enrolment_id])
    })
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error
    const { message } = error.refusal
    return staffTransaction(deps, staff, async (tx) => {
      const act = await lockWaiting(tx, staff, target)
      await assertSecondPerson(tx, staff, act, target.id)
      return end(deps, tx, { act, id: target.id }, ['failed', staff.id, message])
    })
  }
}

/** Declines what another person asked for. @throws HttpError as `approveAct` does; StaleVersion */
export async function declineAct(
  deps: ActDeps,
  staff: Staff,
  { reason, ...target }: Target & { reason: string },
): Promise<ApprovalRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const act = await lockWaiting(tx, staff, target)
    if (act.asked_by === staff.id) throw conflict('own_request', 'You asked for this. Please withdraw it.')
    return end(deps, tx, { act, id: target.id }, ['declined', staff.id, reason])
  })
}

/** Takes back what one has asked for. @throws HttpError 404, 409 for another person's or once it is decided; StaleVersion */
export async function withdrawAct(deps: ActDeps, staff: Staff, target: Target): Promise<ApprovalRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const act = await lockWaiting(tx, staff, target)
    if (act.asked_by !== staff.id) throw conflict('not_yours', 'Another person asked for this. You can decline it.')
    return end(deps, tx, { act, id: target.id }, ['withdrawn', staff.id, null])
  })
}

/** Reads an act that waits, under the lock of the student or the address. */
async function lockWaiting(tx: Queryable, staff: Staff, { id, versions }: Target): Promise<Act> {
  const { user_id: userId = null, address = null } = (await row(tx, receiverOfApproval, [id])) ?? {}
  if (userId !== null) await lockStudent(tx, userId)
  else if (address !== null) await lockAddress(tx, address)
  const current = await findApproval(tx, id)
  if (!allows(staff.roles, permissionOfKind[current.kind])) throw forbidden()
  if (!versions.includes(current.version)) throw new StaleVersion(current)
  const act = await row(tx, waitingAct, [id])
  if (!act) throw conflict('decided', 'This is decided already.')
  return act
}

async function assertSecondPerson(tx: Queryable, staff: Staff, act: Act, id: number): Promise<void> {
  if (act.asked_by !== staff.id) return
  assertAloneForLong(await one(tx, mayDecideAlone, [id]))
}

type Closed = [state: string, staffId: number, answer: string | null, refundId?: number | null, enrolmentId?: number | null]

async function close(deps: ActDeps, tx: Queryable, id: number, [state, by, answer, refund, enrolment]: Closed) {
  await one(tx, closeApproval, [id, state, by, answer, refund ?? null, enrolment ?? null])
  const approval = await findApproval(tx, id)
  const isDecided = approval.state === 'approved' || approval.state === 'declined' || approval.state === 'failed'
  if (isDecided) await notifyAsker(deps, tx, { ...approval, state: approval.state as 'approved' })
  return approval
}

/** Closes an approval without its act. Money that was received is owed to the student, and a price is not granted. */
async function end(deps: ActDeps, tx: Queryable, { act, id }: { act: Act; id: number }, closed: Closed): Promise<ApprovalRecord> {
  if (act.offline_payment_id !== null) await oweOffline(deps, tx, act.offline_payment_id)
  if (act.scholarship_id !== null) await decline(tx, act.scholarship_id)
  if (act.payment_link_id !== null) await declineLink(tx, act.payment_link_id)
  return close(deps, tx, id, closed)
}

import { hash } from 'node:crypto'
import type { ApprovalKind, ApprovalRecord } from '#contract/money/staff/approvals.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { findApproval } from './approval-list.ts'
import { notifyDeciders } from './notify.ts'
import { type Act, type ActDeps, assertCanWait, type Done, perform } from './perform.ts'
import type { TwoPersons } from './second-person.ts'
import { lockStudent, needsApproval, type Receiver } from './approval-limit.ts'

// Two calls with one key wait for each other. It is the first lock of an act.
const lockActKey = statement('lock_act_key', `select pg_advisory_xact_lock(hashtextextended($1, 76))`)
const actOfKey = statement<{ id: number; is_same: boolean }>(
  'act_of_key',
  `select id, asked_by = $2 and call_hash = $3 as is_same from approvals where key = $1`,
)
// A refund and a place are asked for once; an offline payment has its reference.
const insertApproval = statement<{ id: number }>(
  'insert_approval',
  `insert into approvals (key, call_hash, kind, user_id, batch_id, amount_paise, payment_id, offline_payment_id, scholarship_id, instalment_id, payload, reason, state, asked_by,
     asked_at, decided_at, refund_id, enrolment_id, counted_paise, decided_by, decided_alone, payment_link_id)
   values ($1, $14, $2, $3, $4, $5, $6, $7, $18, $19, $8, $9, $10, $11, case when $10 = 'approved' then $17 else app_now() end, case when $10 <> 'waiting' then app_now() end, $12, $13, $15,
     case when $10 = 'approved' then $16::integer end, $10 = 'approved' and $16 = $11, $20)
   on conflict do nothing returning id`,
)
const beginTrial = statement('begin_trial', `savepoint trial`)
const undoTrial = statement('undo_trial', `rollback to savepoint trial`)

/**
 * Does an act of staff, or stores it for a second person when the student's sum of the day passes the limit of the settings. An
 * act that waits was tried with every check and undone. A repeated key answers the first result.
 * @param given the kind, and the call as it came
 * @param studentOf finds or creates the student
 * @param prepare reads what the act is about, under the student's lock
 * @throws HttpError when it can't be done; nothing is stored then
 */
export async function performOrAsk(
  deps: ActDeps,
  staff: Staff,
  { kind, call }: { kind: ApprovalKind; call: { body: { key: string }; id?: number } },
  studentOf: (tx: Queryable) => Promise<number>,
  prepare: (tx: Queryable, userId: number) => Promise<Omit<Act, 'kind' | 'user_id' | 'asked_by'>>,
): Promise<ApprovalRecord> {
  const { key } = call.body
  const callHash = hash('sha256', JSON.stringify([kind, call]), 'buffer')
  return staffTransaction(deps, staff, async (tx) => {
    await rows(tx, lockActKey, [key])
    const first = await row(tx, actOfKey, [key, staff.id, callHash])
    if (first) {
      if (!first.is_same) throw conflict('key_used', 'Something else was sent with this key. Please close this and begin again.')
      return findApproval(tx, first.id)
    }
    const userId = await studentOf(tx)
    await lockStudent(tx, userId)
    const { id } = await performOrAskWithin(deps, tx, staff, { kind, key, callHash }, userId, prepare)
    return findApproval(tx, id)
  })
}

/**
 * The same within the caller's transaction, which holds the lock of the student, or of an address without an account. The key is new.
 * @param more.check checks what would be done, for a caller who takes all of it back
 * @param more.second of an act that a second person has decided already
 */
export async function performOrAskWithin<Who extends Receiver>(
  deps: ActDeps,
  tx: Queryable,
  staff: Staff,
  { kind, key, callHash }: { kind: ApprovalKind; key: string; callHash: Buffer },
  receiver: Who,
  prepare: (tx: Queryable, receiver: Who) => Promise<Omit<Act, 'kind' | 'user_id' | 'asked_by'>>,
  { check, second = null }: { check?: ((tx: Queryable, act: Act) => Promise<Done>) | undefined; second?: TwoPersons | null } = {},
): Promise<{ id: number; waits: boolean; act: Act }> {
  const userId = typeof receiver === 'number' ? receiver : null
  const act: Act = { ...(await prepare(tx, receiver)), kind, user_id: userId, asked_by: second?.askedBy ?? staff.id }
  const isNeeded = await needsApproval(tx, receiver, act.counted_paise)
  const waits = isNeeded && !second
  const doIt = waits ? dryRun : perform
  const done = check ? await check(tx, act) : await doIt(deps, tx, staff, act)
  const stored = await row(tx, insertApproval, [
    key,
    kind,
    userId,
    act.batch_id,
    act.amount_paise,
    act.payment_id,
    act.offline_payment_id,
    JSON.stringify(kind === 'refund' ? { ...act.payload, ends_access: done.ends_access } : {}),
    act.reason,
    waits ? 'waiting' : isNeeded && !check ? 'approved' : 'not_needed',
    act.asked_by,
    waits ? null : done.refund_id,
    waits ? null : done.enrolment_id,
    callHash,
    act.counted_paise,
    second?.decidedBy ?? null,
    second?.askedAt ?? null,
    act.scholarship_id,
    act.instalment_id,
    act.payment_link_id,
  ])
  if (!stored) throw conflict('waits_already', 'The same waits for a second person already.')
  if (waits && !check) await notifyDeciders(deps, tx, await findApproval(tx, stored.id))
  return { id: stored.id, waits, act }
}

/** Does an act and undoes it, so that what waits passes the same checks as what is done. */
async function dryRun(deps: ActDeps, tx: Queryable, staff: Staff, act: Act): Promise<Done> {
  assertCanWait(act)
  await rows(tx, beginTrial)
  const done = await perform(deps, tx, staff, act)
  await rows(tx, undoTrial)
  return done
}

import { createHash } from 'node:crypto'
import type { ImportOutcome, ImportPayment, ImportProblem } from '#contract/desk/staff/imports.ts'
import { sumOfDaySql } from '#server/money/approvals/approval-limit.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { type BatchSeats, readSeats } from '#server/enrolment/places/seats.ts'
import { readApprovalLimit } from '#server/platform/settings/site-settings.ts'
import type { ReadRow, ReadValues } from './read-rows.ts'
import type { TypedRow } from './typed-row.ts'

export interface PredictedRow {
  typed: TypedRow
  /** What the text of the batch was read as, also of a line that is left out. */
  batchId: number | null
  outcome: ImportOutcome
  /** Of a line that is paid and enrols. */
  payment: ImportPayment | null
  /** Paise of the payment, or the list price of a place that nobody pays. */
  worthPaise: number
  /** All problems that were found, the first one first. */
  problems: readonly ImportProblem[]
  /** The values of a line without a problem. */
  values: ReadValues | null
  /** The existing account. */
  userId: number | null
}

interface Account {
  id: number
  email: string
  disabled: boolean
  /** What staff did for the student today and what waits, in paise. */
  given_paise: number
}

const accountsOfFile = statement<Account>(
  'accounts_of_file',
  `select u.id, u.email, u.disabled_at is not null as disabled, ${sumOfDaySql('u.id')} as given_paise
   from users u where u.email = any ($1::text[])`,
)
const phonesOfFile = statement<{ phone: string; email: string }>(
  'phones_of_file',
  `select phone, email from users where phone = any ($1::text[]) and verified_at is not null`,
)
const reservedAddresses = statement<{ email: string }>(
  'reserved_addresses',
  `select distinct l.email from undo_links l join users u on u.id = l.user_id
   where l.email = any ($1::text[]) and l.expires_at > app_now() and u.disabled_at is null`,
)
const enrolmentsOfFile = statement<{ user_id: number; batch_id: number }>(
  'enrolments_of_file',
  `select user_id, batch_id from active_enrolments where user_id = any ($1::bigint[]) and batch_id = any ($2::integer[])`,
)

/** What the database has about the people and batches of a file. */
interface SchoolState {
  accounts: Map<string, Account>
  /** The address of the verified account that has a phone. */
  phones: Map<string, string>
  reserved: Set<string>
  batches: Map<number, BatchSeats>
  enrolments: Set<string>
  /** Paise that one person may give a student in a day; null without a limit. */
  limit: number | null
}

const pairOf = (userId: number, batchId: number) => `${userId}/${batchId}`
const isRead = (row: ReadRow): row is ReadValues => 'name' in row
const isNumber = (value: number | null): value is number => value !== null

export const addressesIn = (read: readonly ReadRow[]) => [...new Set(read.filter(isRead).map((row) => row.email))]
export const batchesIn = (read: readonly ReadRow[]) => [...new Set(read.map(({ batchId }) => batchId).filter(isNumber))]

async function readSchoolState(tx: Queryable, read: readonly ReadRow[]): Promise<SchoolState> {
  const [addresses, batchIds] = [addressesIn(read), batchesIn(read)]
  const phones = read.filter(isRead).flatMap((row) => row.phone ?? [])
  const accounts = await rows(tx, accountsOfFile, [addresses])
  const enrolments = await rows(tx, enrolmentsOfFile, [accounts.map(({ id }) => id), batchIds])
  return {
    accounts: new Map(accounts.map((account) => [account.email, account])),
    phones: new Map((await rows(tx, phonesOfFile, [phones])).map((row) => [row.phone, row.email])),
    reserved: new Set((await rows(tx, reservedAddresses, [addresses])).map((row) => row.email)),
    batches: new Map((await readSeats(tx, batchIds)).map((batch) => [batch.id, batch])),
    enrolments: new Set(enrolments.map((one) => pairOf(one.user_id, one.batch_id))),
    limit: await readApprovalLimit({ db: tx }),
  }
}

/**
 * Predicts what a run does with each line, in the order of the file, as if every payment were accepted. A run calls it again under its
 * locks, so that it does what the check has found or nothing.
 * @param isForTwo a second person runs the list, so the limit of one does not hold
 */
export async function predict(
  tx: Queryable,
  read: readonly ReadRow[],
  { isForTwo }: { isForTwo: boolean },
): Promise<PredictedRow[]> {
  const state = await readSchoolState(tx, read)
  const named = new Set(read.flatMap((row) => (isRead(row) && row.name !== '' ? [row.email] : [])))
  const plan: Plan = { named, made: new Set(), phones: new Map(), seen: new Set(), taken: new Map() }
  const predicted = read.map((row): PredictedRow => {
    if (!isRead(row)) return leaveOut(row, [...row.problems, ...problemsOfBatch(state, row.batchId)])
    const outcome = predictRow(state, plan, row)
    if (typeof outcome !== 'string') return leaveOut(row, outcome)
    const payment = row.sale && enrols(outcome) ? 'paid' : null
    return {
      typed: row.typed,
      batchId: row.batchId,
      outcome,
      payment,
      worthPaise: enrols(outcome) && payment === null ? (state.batches.get(row.batchId ?? 0)?.price_paise ?? 0) : 0,
      problems: [],
      values: row,
      userId: state.accounts.get(row.email)?.id ?? null,
    }
  })
  return isForTwo ? predicted : withApprovals(state, predicted)
}

export const leaveOut = ({ typed, batchId }: ReadRow | PredictedRow, problems: readonly ImportProblem[]): PredictedRow => ({
  typed,
  batchId,
  outcome: 'problem',
  payment: null,
  worthPaise: 0,
  problems,
  values: null,
  userId: null,
})

/** What the lines so far would do. */
interface Plan {
  /** Addresses that a line names. The others are of accounts that no run of this file makes, so its outcome depends on no earlier run. */
  named: ReadonlySet<string>
  /** Addresses of new accounts. */
  made: Set<string>
  /** The address of each phone. */
  phones: Map<string, string>
  /** Address and batch of each line without a problem. */
  seen: Set<string>
  /** Seats of a batch that the lines take, without those that their students hold. */
  taken: Map<number, number>
}

function predictRow(
  state: SchoolState,
  plan: Plan,
  row: ReadValues,
): Exclude<ImportOutcome, 'problem' | 'payment'> | ImportProblem[] {
  const { email: address, batchId } = row
  const key = `${address} ${batchId ?? ''}`
  // The first line of the two has the same other problems.
  if (plan.seen.has(key)) return ['duplicate']
  const account = state.accounts.get(address)
  const isNew = !account && !plan.made.has(address)
  const phoneProblem = refusePhone(state, plan, row)
  const refusal = refuseEnrolment(state, plan, account, batchId)
  const problems: ImportProblem[] = [
    ...(row.name === '' && (!account || plan.named.has(address)) ? ['name' as const] : []),
    ...(account?.disabled ? ['disabled' as const] : []),
    ...(isNew && state.reserved.has(address) ? ['reserved' as const] : []),
    ...(phoneProblem === null ? [] : [phoneProblem]),
    ...(refusal === null || refusal === 'enrolled' ? [] : [refusal]),
  ]
  if (problems.length > 0) return problems
  plan.seen.add(key)
  if (isNew) plan.made.add(address)
  if (row.phone !== null) plan.phones.set(row.phone, address)
  const enrols = batchId !== null && refusal === null
  if (enrols) takeSeat(state, plan, account, batchId)
  if (isNew) return enrols ? 'account_and_enrolment' : 'account'
  return enrols ? 'enrolment' : 'nothing'
}

/** Also for an account that exists, so that the outcome of a line is the same when the file is run again. */
function refusePhone(state: SchoolState, plan: Plan, { email: address, phone: number }: ReadValues): ImportProblem | null {
  if (number === null) return null
  if ((state.phones.get(number) ?? address) !== address) return 'phone_taken'
  return (plan.phones.get(number) ?? address) === address ? null : 'phone_repeated'
}

function refuseEnrolment(
  state: SchoolState,
  plan: Plan,
  account: Account | undefined,
  batchId: number | null,
): ImportProblem | 'enrolled' | null {
  if (batchId === null) return null
  if (account && state.enrolments.has(pairOf(account.id, batchId))) return 'enrolled'
  const batch = state.batches.get(batchId)
  const [problem] = problemsOfBatch(state, batchId)
  if (!batch || problem !== undefined) return problem ?? null
  const holds = account !== undefined && batch.holders.includes(account.id)
  return batch.free !== null && !holds && batch.free - (plan.taken.get(batchId) ?? 0) <= 0 ? 'batch_full' : null
}

/** Why nobody is enrolled in a batch, whoever it is. */
function problemsOfBatch({ batches }: SchoolState, batchId: number | null): ImportProblem[] {
  if (batchId === null) return []
  const batch = batches.get(batchId)
  if (!batch) return ['batch_unknown']
  if (!batch.published) return ['batch_draft']
  return batch.cancelled ? ['batch_cancelled'] : batch.ended ? ['batch_over'] : []
}

function takeSeat(state: SchoolState, plan: Plan, account: Account | undefined, batchId: number): void {
  const holds = account !== undefined && state.batches.get(batchId)?.holders.includes(account.id) === true
  if (!holds) plan.taken.set(batchId, (plan.taken.get(batchId) ?? 0) + 1)
}

/**
 * Leaves out the lines of students whose enrolments of this day are worth more than one person may give. They keep their seats
 * in the prediction, so that the same file again changes nothing. A line that is paid is no gift: its payment waits instead.
 */
function withApprovals(state: SchoolState, predicted: readonly PredictedRow[]): PredictedRow[] {
  const { limit } = state
  if (limit === null) return [...predicted]
  const given = new Map<string, number>()
  const isGift = ({ outcome, payment }: PredictedRow) => enrols(outcome) && payment === null
  for (const row of predicted) {
    if (!row.values || !isGift(row)) continue
    const before = given.get(row.values.email) ?? state.accounts.get(row.values.email)?.given_paise ?? 0
    given.set(row.values.email, before + row.worthPaise)
  }
  return withAccounts(
    predicted.map((row) =>
      row.values && isGift(row) && (given.get(row.values.email) ?? 0) > limit ? leaveOut(row, ['needs_approval']) : row,
    ),
  )
}

const asMaking = { enrolment: 'account_and_enrolment', nothing: 'account', payment: 'account' } as const
const asKnown = { account_and_enrolment: 'enrolment', account: 'nothing' } as const

/** The first line of a new student that is not left out makes the account. */
export function withAccounts(predicted: readonly PredictedRow[]): PredictedRow[] {
  const made = new Set<string>()
  return predicted.map((row) => {
    if (!row.values || row.userId !== null) return row
    const { outcome, payment } = row
    const isFirst = !made.has(row.values.email)
    made.add(row.values.email)
    if (isFirst) return outcome in asMaking ? { ...row, outcome: asMaking[outcome as keyof typeof asMaking] } : row
    if (!(outcome in asKnown)) return row
    const known = asKnown[outcome as keyof typeof asKnown]
    return { ...row, outcome: known === 'nothing' && payment !== null ? 'payment' : known }
  })
}

/** The problems of a line as the columns of its row. */
export function problemsOf({ problems: [problem, ...further] }: PredictedRow) {
  return { problem: problem ?? null, further_problems: further }
}

export const makesAccount = (outcome: ImportOutcome) => outcome === 'account_and_enrolment' || outcome === 'account'
export const enrols = (outcome: ImportOutcome) => outcome === 'account_and_enrolment' || outcome === 'enrolment'

export function countsOf(predicted: readonly PredictedRow[]) {
  const worth = (counts: (payment: ImportPayment | null) => boolean) =>
    predicted.filter(({ payment }) => counts(payment)).reduce((sum, { worthPaise }) => sum + worthPaise, 0)
  const count = (counts: (outcome: ImportOutcome) => boolean) => predicted.filter(({ outcome }) => counts(outcome)).length
  return {
    accounts: count(makesAccount),
    enrolments: count(enrols),
    unchanged: count((outcome) => outcome === 'nothing'),
    problems: count((outcome) => outcome === 'problem'),
    payments: predicted.filter(({ payment }) => payment === 'paid').length,
    waiting: predicted.filter(({ payment }) => payment === 'waits' || payment === 'at_bank').length,
    received_paise: worth((payment) => payment !== null),
    given_paise: worth((payment) => payment === null),
  }
}

/** The hash of a file, of its lines as they are now, and of what was predicted for each. */
export function hashOf(fileHash: string, predicted: readonly PredictedRow[]): string {
  const rows = predicted.map(({ typed, batchId, outcome, payment, worthPaise, problems, userId }) => [
    Object.values(typed),
    batchId,
    outcome,
    payment,
    worthPaise,
    problems,
    userId,
  ])
  return sha256(JSON.stringify([fileHash, rows]))
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

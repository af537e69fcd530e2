import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Operator } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { readSeriesStates, type SeriesState } from './read-series.ts'
import type { RestoreAnswer } from './restore-answer.ts'
import { prefixes, serialOf, year, yearsOf } from './series.ts'

/** A serial number has at most 16 characters. */
const mostNumber = 99_000_000
/**
 * Numbers per second. A new series begins at so many for each second of the financial year, and at least so many above the books for each second
 * since the snapshot. So a snapshot that is restored twice begins at two numbers, while answers are a second apart by the same clock and the first
 * school issues fewer documents a second until the second answer. A leap year stays below `mostNumber`.
 */
const numbersPerSecond = 3
/** Numbers that are left out besides. What was issued since the snapshot may be that many in a moment. */
const leastGap = 180

const openRestores = statement<{ id: number; age: number }>(
  'open_restores',
  `select id, floor(extract(epoch from app_now() - snapshot_at))::int as age from restores
   where answered_at is null order by id for no key update`,
)
const saveAnswer = statement(
  'save_answer',
  `update restores set answered_at = app_now(), answer = $1, is_move = $2 where id = any ($3)`,
)
const raiseReceiptCounter = statement(
  'raise_receipt_counter',
  `insert into receipt_counters as c (financial_year, last_number) values ($1, $2)
   on conflict (financial_year) do update set last_number = greatest(c.last_number, excluded.last_number)`,
)
const raiseNoteCounter = statement(
  'raise_note_counter',
  `insert into refund_note_counters as c (kind, financial_year, last_number) values ($1, $2, $3)
   on conflict (kind, financial_year) do update set last_number = greatest(c.last_number, excluded.last_number)`,
)
const secondOfYear = statement<{ second: number }>(
  'second_of_year',
  `with ${year} select floor(extract(epoch from t - make_timestamp(y, 4, 1, 0, 0, 0)))::int as second from now_ist, year`,
)
const askAgain = statement('ask_again', `insert into restores (snapshot_at, restored_at) values (app_now(), app_now())`)

/**
 * Stores which numbers were issued after the snapshot, and lets documents be issued again, above those numbers.
 * @returns a sentence for each series
 * @throws HttpError 409 when no restore waits, 400 when the numbers can't be right
 */
export async function answerRestore(deps: Pick<Deps, 'db'>, operator: Operator, answer: RestoreAnswer): Promise<string[]> {
  return transactionAs(deps, operator, async (tx) => {
    const restores = await rows(tx, openRestores)
    const open = restores.map(({ id }) => id)
    if (open.length === 0) throw conflict('no_restore', 'No restore waits for an answer.')
    // A database that moves may bring the question about an earlier restore with it. Numbers answer both, and "none" the last one alone.
    const answered = answer.kind === 'none' ? open.slice(-1) : open
    const states = await readSeriesStates(tx)
    const { second } = await one(tx, secondOfYear)
    const sinceSnapshot = Math.max(0, ...restores.map(({ age }) => age))
    const lines: string[] = []
    for (const state of states) {
      const number = lastIssued(state, answer, { second, sinceSnapshot })
      if (number > state.number) await raise(tx, { ...state, number })
      lines.push(sentenceOf(state, number, answer))
    }
    await rows(tx, saveAnswer, [lines.join(' '), answer.kind === 'none', answered])
    if (answered.length < open.length) lines.push('An earlier restore still waits for its answer: npm run payments -- issued.')
    return lines
  })
}

/** Has documents wait until somebody answers: the database was restored by other means than an import. */
export async function askAboutRestore(deps: Pick<Deps, 'db'>, operator: Operator): Promise<void> {
  await transactionAs(deps, operator, (tx) => rows(tx, askAgain))
}

/** The last number that this series has given out, in these books or since. @throws HttpError 400, 409 */
function lastIssued(
  state: SeriesState,
  answer: RestoreAnswer,
  { second, sinceSnapshot }: { second: number; sinceSnapshot: number },
): number {
  if (answer.kind === 'none') return state.number
  if (answer.kind === 'new') {
    const number = Math.max(second * numbersPerSecond, state.number + sinceSnapshot * numbersPerSecond) + leastGap
    if (number > mostNumber) throw conflict('no_series', 'No new series is left in this financial year.')
    return number
  }
  const given = answer.numbers.filter(({ series }) => series === state.series)
  const [first] = given
  const none = serialOf(state.series, { ...state, number: 0 })
  if (!first || given.length > 1) {
    throw invalid(`Give the last number of ${prefixes[state.series]} once, or ${none} when none was issued this year.`)
  }
  if (first.years !== yearsOf(state.financial_year)) throw invalid(`The numbers of this financial year begin like ${none}.`)
  if (first.number < state.number) {
    throw invalid(`These books have ${serialOf(state.series, state)}, so the last number of this series is not lower.`)
  }
  if (first.number >= mostNumber) throw invalid('A serial number has at most 16 characters.')
  return first.number
}

async function raise(tx: Queryable, { series, financial_year, number }: SeriesState): Promise<void> {
  if (series === 'receipt') await rows(tx, raiseReceiptCounter, [financial_year, number])
  else await rows(tx, raiseNoteCounter, [series, financial_year, number])
}

function sentenceOf(state: SeriesState, number: number, answer: RestoreAnswer): string {
  const serial = (of: number) => serialOf(state.series, { ...state, number: of })
  const next = `The next number is ${serial(number + 1)}.`
  if (answer.kind !== 'numbers' || number === state.number) return next
  const lost = number === state.number + 1 ? serial(number) : `${serial(state.number + 1)} to ${serial(number)}`
  return `${next} Issued before the restore and not in these books: ${lost}.`
}

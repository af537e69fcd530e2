import type { AccountingMonth } from '#contract/money/staff/month.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { issuedSeries } from '#server/money/invoicing/series.ts'
import { listMonths } from './list-months.ts'
import { firstDayOf, monthEnds } from './month-days.ts'
import { storePrinted } from './read-gstr1.ts'
import { readUnfiled } from './read-sums.ts'

const monthToClose = statement<{ is_over: boolean; is_closed: boolean }>(
  'month_to_close',
  `select app_now() >= ${monthEnds('$1')} as is_over, exists (select from closed_months where month = $1::date) as is_closed`,
)
// Every document holds the counter of its series until its commit. So those of the month are committed when both locks are taken, and a later
// one finds the month closed.
const holdReceiptCounter = statement(
  'hold_receipt_counter',
  `insert into receipt_counters as c (financial_year, last_number)
   select extract(year from $1::date - interval '3 months')::int, 0
   on conflict (financial_year) do update set last_number = c.last_number`,
)
const holdNoteCounters = statement(
  'hold_note_counters',
  `insert into refund_note_counters as c (kind, financial_year, last_number)
   select kind, extract(year from $1::date - interval '3 months')::int, 0 from unnest($2::text[]) kind order by kind
   on conflict (kind, financial_year) do update set last_number = c.last_number`,
)
const insertClosedMonth = statement<{ month: string }>(
  'insert_closed_month',
  `insert into closed_months (month, closed_at, closed_by) values ($1, app_now(), $2) on conflict (month) do nothing returning month`,
)

/**
 * Closes a month that is over: none of its documents is added, changed or removed any more. Corrections are documents of a later month.
 * @throws HttpError 404 for a month before the first document, 409 for one that is closed, not over, or whose documents wait for the answer
 * about a restore
 */
export async function closeMonth(deps: Pick<Deps, 'db'>, staff: Staff, { month }: { month: string }): Promise<AccountingMonth> {
  const firstDay = firstDayOf(month)
  const known = (await listMonths(deps, staff)).some((one) => one.month === month)
  await staffTransaction(deps, staff, async (tx) => {
    const { is_over: isOver, is_closed: isClosed } = await one(tx, monthToClose, [firstDay])
    if (!isOver) throw conflict('month_not_over', 'This month is not over. It can be closed from the first day of the next one.')
    if (isClosed) throw closedAlready()
    if (!known) throw notFound('The books have no such month: the first document is of a later one.')
    await storePrinted(tx, firstDay)
    const waiting = (await readUnfiled(tx, firstDay)).filter(({ kind }) => kind.startsWith('waiting'))
    if (waiting.length > 0) {
      const paise = waiting.reduce((sum, money) => sum + money.paise, 0)
      throw conflict(
        'documents_wait',
        `Documents of ${rupeesOf(paise)} wait for the answer about a restore. They get a later date after the month is closed. Answer first.`,
      )
    }
    await rows(tx, holdReceiptCounter, [firstDay])
    await rows(tx, holdNoteCounters, [firstDay, issuedSeries.filter((series) => series !== 'receipt')])
    if (!(await row(tx, insertClosedMonth, [firstDay, staff.id]))) throw closedAlready()
  })
  const closed = (await listMonths(deps, staff)).find((one) => one.month === month)
  if (!closed) throw new Error(`${month} is closed and not listed`)
  return closed
}

const closedAlready = () => conflict('month_closed', 'This month is closed already.')

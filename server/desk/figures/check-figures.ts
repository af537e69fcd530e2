import type { EnrolmentSource } from '#contract/enrolment/staff/enrolments.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { addMonths, monthsOf } from './months.ts'

/** What the sums of one month, course and source lacked. */
interface Missing {
  /** Its first day. */
  month: string
  course_id: number
  source: EnrolmentSource
  captured_paise: number
  refunded_paise: number
  enrolments: number
}

/** Months of one statement, which may take ten seconds on a busy machine too. */
const monthsAtOnce = 1
/** Differences that are kept for people. The log has the number of all. */
const shown = 100

// The months of the rows and those of the sums, which differ when the sums are wrong.
const monthsOfFigures = statement<{ first: string | null; last: string | null }>(
  'months_of_figures',
  `select to_char(min(month), 'YYYY-MM') as first, to_char(max(month), 'YYYY-MM') as last from (
     select month_in_india(min(captured_at)) as month from captured_payments
     union all select month_in_india(max(captured_at)) from captured_payments
     union all select month_in_india(min(settled_at)) from refunds where status = 'processed'
     union all select month_in_india(max(settled_at)) from refunds where status = 'processed'
     union all select month_in_india(min(created_at)) from enrolments union all select month_in_india(max(created_at)) from enrolments
     union all select min(month) from figure_sums union all select max(month) from figure_sums
     union all select min(month) from figure_changes union all select max(month) from figure_changes) m`,
)
const correctFigures = statement<Missing>(
  'correct_figures',
  `select month::text as month, course_id, source, captured_paise, refunded_paise, enrolments from correct_figures($1::date, $2::date)`,
)
const saveFigureCheck = statement(
  'save_figure_check',
  `insert into figure_checks (checked_at, differences) values (app_now(), $1)
   on conflict (only_row) do update set checked_at = excluded.checked_at, differences = excluded.differences`,
)

/**
 * Compares the sums of the figures with the payments, refunds and enrolments, and corrects them. Runs nightly. What differed is logged
 * as an error, and the ledger does not balance until a later run finds nothing.
 * @returns what differed
 */
export async function checkFigures(deps: Pick<Deps, 'db' | 'log'>, _system: System): Promise<string[]> {
  const { first, last } = await one(deps.db, monthsOfFigures)
  const months = first === null || last === null ? [] : monthsOf(first, last)
  const missing: Missing[] = []
  for (let at = 0; at < months.length; at += monthsAtOnce) {
    const bounds = [`${months[at]}-01`, `${addMonths(months[at] ?? '', monthsAtOnce)}-01`]
    missing.push(...(await rows(deps.db, correctFigures, bounds)))
  }
  const differences = missing.slice(0, shown).map(lineOf)
  await rows(deps.db, saveFigureCheck, [differences])
  if (missing.length > 0) {
    deps.log.error({ differences, count: missing.length }, 'the sums of the figures differed from their rows and were corrected')
  }
  return differences
}

const lineOf = ({ month, course_id: course, source, captured_paise: captured, refunded_paise: refunded, enrolments }: Missing) =>
  `figures of ${month.slice(0, 7)}, course ${course}, ${source}: ${rupeesOf(captured)} captured, ${rupeesOf(refunded)} refunded and ${enrolments} enrolments were missing`

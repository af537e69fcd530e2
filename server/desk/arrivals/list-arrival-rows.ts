import {
  arrivalColumns,
  type ArrivalOutcome,
  arrivalPageRows,
  type ArrivalRow,
  type listArrivalRows as endpoint,
} from '#contract/desk/staff/arrivals.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
import { findArrival } from './arrival-list.ts'

const arrivalRowsForStaff = statement<ArrivalRow>(
  'arrival_rows_for_staff',
  `select line, cells, outcome, problems, note, target_id from arrival_rows
   where arrival_id = $1 and ($2::text is null or outcome = $2) and line > $3 order by line limit $4`,
)
const readRows = (
  db: Queryable,
  id: number,
  { outcome, after, limit }: { outcome?: ArrivalOutcome | undefined; after: number; limit: number | null },
) => rows(db, arrivalRowsForStaff, [id, outcome ?? null, after, limit])

/** @throws HttpError 404 */
export async function listArrivalRows(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { params: { id }, query: { outcome, after = 0 } }: ParsedOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  await findArrival(deps.db, staff, id)
  const found = await readRows(deps.db, id, { outcome, after, limit: arrivalPageRows + 1 })
  const items = found.slice(0, arrivalPageRows)
  return { items, next_after: found.length > arrivalPageRows ? (items.at(-1)?.line ?? null) : null }
}

/** Returns the lines with a problem, and the columns of a file of them, with the headings of the file. @throws HttpError 404 */
export async function readArrivalProblems(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  id: number,
): Promise<{ columns: Column<ArrivalRow>[]; lines: ArrivalRow[] }> {
  const { kind, columns } = await findArrival(deps.db, staff, id)
  const names: Readonly<Record<string, string>> = arrivalColumns[kind].names
  const lines = await readRows(deps.db, id, { outcome: 'problem', after: 0, limit: null })
  const textOf = ({ column, text }: ArrivalRow['problems'][number]) =>
    column === null ? text : `${names[column] ?? column}: ${text}`
  return {
    columns: [
      { heading: 'line', kind: 'number', value: ({ line }) => line },
      ...columns.flatMap(({ heading, column }) =>
        column === null ? [] : [{ heading, kind: 'text' as const, value: ({ cells }: ArrivalRow) => cells[column] ?? '' }],
      ),
      { heading: 'problem', kind: 'text', value: ({ problems }) => problems.map(textOf).join(' ') },
    ],
    lines,
  }
}

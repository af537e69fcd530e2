import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import {
  type ImportOutcome,
  type ImportRow,
  importCells,
  importPageRows,
  importProblemText,
  type listImportRows as endpoint,
  paymentColumns,
} from '#contract/desk/staff/imports.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readDay } from '#server/platform/tabular/days.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
import { readApprovalLimit } from '#server/platform/settings/site-settings.ts'
import { findImport } from './import-list.ts'

type StoredRow = Omit<ImportRow, 'received_day'>

const importRows = statement<StoredRow>(
  'import_rows',
  `select x.line, x.name, x.email, x.phone, x.batch, x.amount, x.method, x.reference, x.received_on, x.batch_id, c.title as course,
     ${isoInstant('b.starts_at')} as starts_at, c.amount_paise as price_paise, x.outcome, x.payment, f.state as payment_state,
     x.offline_payment_id, x.problem, x.further_problems,
     x.user_id as student_id
   from student_import_rows x left join batches b on b.id = x.batch_id left join courses c on c.id = b.course_id
     left join offline_payments f on f.id = x.offline_payment_id
   where x.import_id = $1 and ($2::text is null or x.outcome = $2) and x.line > $3 order by x.line limit $4`,
)

const readRows = (
  db: Queryable,
  importId: number,
  asked: { outcome?: ImportOutcome | undefined; after: number; limit: number },
) => rows(db, importRows, [importId, asked.outcome ?? null, asked.after, asked.limit])

/** @throws HttpError 404 */
export async function listImportRows(
  deps: Deps,
  _staff: Staff,
  { params: { id }, query: { outcome, after = 0 } }: ParsedOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  await findImport(deps.db, id)
  const found = await readRows(deps.db, id, { outcome, after, limit: importPageRows + 1 })
  const items = found.slice(0, importPageRows).map((row) => ({ ...row, received_day: readDay(row.received_on) }))
  return { items, next_after: found.length > importPageRows ? (items.at(-1)?.line ?? null) : null }
}

const studentCells = importCells.filter((cell) => !paymentColumns.some((column) => column === cell))

/** Returns the lines with a problem, and the columns of a file of them. @throws HttpError 404 */
export async function readImportProblems(
  deps: Deps,
  _staff: Staff,
  id: number,
): Promise<{ columns: Column<StoredRow>[]; lines: StoredRow[] }> {
  const { paid } = await findImport(deps.db, id)
  const lines = await rows(deps.db, importRows, [id, 'problem', 0, null])
  const limit = await readApprovalLimit(deps)
  const problemsOf = ({ problem, further_problems: further }: StoredRow) => (problem === null ? [] : [problem, ...further])
  return {
    columns: [
      { heading: 'line', kind: 'number', value: ({ line }) => line },
      ...(paid ? importCells : studentCells).map(
        (column) => ({ heading: column, kind: 'text', value: (row: StoredRow) => row[column] }) as const,
      ),
      {
        heading: 'problem',
        kind: 'text',
        value: (row) =>
          problemsOf(row)
            .map((one) => importProblemText(one, limit))
            .join(' '),
      },
    ],
    lines,
  }
}

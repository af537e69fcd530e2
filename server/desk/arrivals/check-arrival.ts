import type { ArrivalOutcome, ArrivalRecord, arrivals } from '#contract/desk/staff/arrivals.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { readMapping, storeMapping } from '#server/desk/imports/stored-mappings.ts'
import type { Deps } from '#server/deps.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { findArrival } from './arrival-list.ts'
import type { By, Cells } from './kind.ts'
import { assertKind } from './kinds.ts'
import { assertColumns, linesOf, readArrivalFile, readColumns } from './read-arrival-file.ts'
import { type Problems, tryLine } from './try-line.ts'

const beginArrivalTrial = statement('begin_arrival_trial', `savepoint arrival_trial`)
const undoArrivalTrial = statement('undo_arrival_trial', `rollback to savepoint arrival_trial`)
const insertArrival = statement<{ id: number }>(
  'insert_arrival',
  `insert into arrivals (kind, staff_id, file_name, source, lines, additions, changes, unchanged, problems, columns, created_at)
   values ($1, $2, $3, $4, $5, 0, 0, 0, 0, $6, app_now()) returning id`,
)
const insertArrivalRows = statement(
  'insert_arrival_rows',
  `insert into arrival_rows (arrival_id, line, cells, outcome, problems, note)
   select $1, n.line, n.cells, n.outcome, n.problems, n.note
   from jsonb_to_recordset($2::jsonb) as n (line integer, cells jsonb, outcome text, problems jsonb, note text)`,
)
export const countOutcomes = statement(
  'count_outcomes',
  `update arrivals r set additions = c.additions, changes = c.changes, unchanged = c.unchanged, problems = c.problems
   from (select count(*) filter (where x.outcome = 'new') as additions, count(*) filter (where x.outcome = 'changed') as changes,
       count(*) filter (where x.outcome = 'same') as unchanged, count(*) filter (where x.outcome = 'problem') as problems
     from arrival_rows x where x.arrival_id = $1) c
   where r.id = $1`,
)

type Body = ParsedOf<(typeof arrivals)['endpoints']['create']>['body']

/** Stores a file and what a run would do with each of its lines. @throws HttpError 400 for a file that can't be read, 403 */
export async function checkArrival(deps: Pick<Deps, 'db'>, staff: Staff, { body }: { body: Body }): Promise<ArrivalRecord> {
  const { kind, file_name: fileName, source } = body
  assertKind(staff, kind)
  const table = readArrivalFile(kind, body, body.mapping)
  return staffTransaction(deps, staff, async (tx) => {
    const mapping = body.mapping ?? (await readMapping<string>(tx, table.headings, kind)) ?? {}
    const read = readColumns(kind, table, mapping)
    assertColumns(kind, table, read, body.mapping ?? {})
    const columns = read.filter((one) => one !== null)
    const lines = linesOf(table, read)
    const values = [kind, staff.id, fileName, source, lines.length, JSON.stringify(columns)]
    const { id } = await one(tx, insertArrival, values)
    const tried = await tryLines(tx, kind, { staff, source, arrivalId: id }, lines)
    await rows(tx, insertArrivalRows, [id, JSON.stringify(tried)])
    await rows(tx, countOutcomes, [id])
    if (body.mapping) {
      const said = Object.fromEntries(columns.map(({ heading, column }) => [heading, column]))
      await storeMapping(tx, staff, { headings: table.headings, mapping: said, kind })
    }
    return findArrival(tx, staff, id)
  })
}

interface TriedLine {
  line: number
  cells: Cells
  outcome: ArrivalOutcome
  problems: Problems
  note: string
}

/** Says what becomes of each line: all of them are done, each after those before it, and then all of it is taken back. */
async function tryLines(
  tx: Queryable,
  kind: Body['kind'],
  by: By,
  lines: readonly { line: number; cells: Cells }[],
): Promise<TriedLine[]> {
  const tried: TriedLine[] = []
  const touched = new Set<number>()
  await rows(tx, beginArrivalTrial)
  for (const { line, cells } of lines) {
    const result = await tryLine(tx, kind, {
      by,
      cells,
      refuse: ({ id }) => (touched.has(id) ? 'An earlier line is of the same, so this one is left out.' : null),
    })
    if (Array.isArray(result)) {
      tried.push({ line, cells, outcome: 'problem', problems: result, note: '' })
    } else {
      touched.add(result.id)
      tried.push({ line, cells, outcome: result.outcome, problems: [], note: result.note ?? '' })
    }
  }
  await rows(tx, undoArrivalTrial)
  return tried
}

import type { ParsedOf } from '#contract/endpoint.ts'
import type { ImportRecord, repairImport as endpoint } from '#contract/desk/staff/imports.ts'
import { allows } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { conflict, forbidden, invalid, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { cleanCell } from '#server/platform/tabular/cells.ts'
import { findImport, lockImport, readTypedRows } from './import-list.ts'
import { type CheckDeps, predictFile } from './predict-file.ts'
import { storeCheck } from './store-check.ts'
import { type TypedRow, typedRow } from './typed-row.ts'

const linesWithProblem = statement<{ line: number }>(
  'lines_with_problem',
  `select line from student_import_rows where import_id = $1 and outcome = 'problem'`,
)

/**
 * Replaces lines that have a problem, and checks the whole file again, because a line can take the seat of another.
 * @throws HttpError 400 for a line without a problem; 403 for payments; 404; 409 once it was run; StaleVersion
 */
export async function repairImport(
  deps: CheckDeps,
  staff: Staff,
  { id, versions, lines }: Target & ParsedOf<typeof endpoint>['body'],
): Promise<ImportRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const locked = await lockImport(tx, id)
    if (!versions.includes(locked.version)) throw new StaleVersion(await findImport(tx, id))
    if (locked.state === 'waiting') throw conflict('waits', 'This file waits for a second person. Please withdraw it first.')
    if (locked.state !== 'checked') throw conflict('already_run', 'This file was run already.')
    if (locked.paid && !allows(staff.roles, 'payments:write')) throw forbidden('Your role records no payments.')
    const open = new Set((await rows(tx, linesWithProblem, [id])).map(({ line }) => line))
    const repaired = new Map(lines.map(({ line, ...cells }) => [line, typedRow({ line, ...cleaned(cells) })]))
    if (repaired.size !== lines.length || lines.some(({ line }) => !open.has(line))) {
      const message = 'Only lines with a problem are repaired, each once.'
      throw invalid(message, { lines: [message] })
    }
    const typed = (await readTypedRows(tx, id)).map((row) => repaired.get(row.line) ?? row)
    await storeCheck(
      tx,
      locked,
      await predictFile(tx, { deps, staff, paid: locked.paid, reason: locked.reason, second: null }, typed),
    )
    return findImport(tx, id)
  })
}

const cleaned = (cells: Omit<TypedRow, 'line'>): Omit<TypedRow, 'line'> => ({
  name: cleanCell(cells.name),
  email: cleanCell(cells.email),
  phone: cleanCell(cells.phone),
  batch: cleanCell(cells.batch),
  amount: cleanCell(cells.amount),
  method: cleanCell(cells.method),
  reference: cleanCell(cells.reference),
  received_on: cleanCell(cells.received_on),
})

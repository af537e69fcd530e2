import type { ArrivalKind, ArrivalRow } from '#contract/desk/staff/arrivals.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { HttpError, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Applied, By, Cells } from './kind.ts'
import { kinds } from './kinds.ts'

const beginArrivalLine = statement('begin_arrival_line', `savepoint arrival_line`)
const endArrivalLine = statement('end_arrival_line', `release savepoint arrival_line`)
const undoArrivalLine = statement('undo_arrival_line', `rollback to savepoint arrival_line`)

/** Why a line is left out. */
export type Problems = ArrivalRow['problems']

/**
 * Does what a line says. One that is refused leaves nothing.
 * @param isAllowed refuses what it has done, with the reason
 */
export async function tryLine(
  tx: Queryable,
  kind: ArrivalKind,
  { by, cells, refuse }: { by: By; cells: Cells; refuse: (applied: Applied) => string | null },
): Promise<Applied | Problems> {
  await rows(tx, beginArrivalLine)
  try {
    const applied = await kinds[kind].apply(tx, by, cells)
    const refusal = refuse(applied)
    await rows(tx, refusal === null ? endArrivalLine : undoArrivalLine)
    return refusal === null ? applied : [{ column: null, text: refusal }]
  } catch (error) {
    const problems = problemsOf(kind, error)
    await rows(tx, undoArrivalLine)
    return problems
  }
}

function problemsOf(kind: ArrivalKind, error: unknown): Problems {
  if (error instanceof StaleVersion) return [{ column: null, text: 'Somebody else has changed this.' }]
  if (!(error instanceof HttpError) || error.status >= 500) throw error
  const { columnOfField } = kinds[kind]
  const fields = Object.entries(error.body).flatMap(([field, texts]) =>
    Array.isArray(texts) ? texts.map((text) => ({ column: columnOfField[field] ?? field, text })) : [],
  )
  return fields.length > 0 ? fields : [{ column: null, text: error.message }]
}

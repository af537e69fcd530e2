import type { ArrivalRow } from '#contract/desk/staff/arrivals.ts'
import type { Deps } from '#server/deps.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff, System } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { type LockedArrival, lockArrival } from './arrival-list.ts'
import { countOutcomes } from './check-arrival.ts'
import type { Applied, By, Done } from './kind.ts'
import { kinds } from './kinds.ts'
import { tryLine } from './try-line.ts'

/** Lines of one transaction. What it has done is there after a restart, and the next one goes on behind it. */
const sliceLines = 50

type Line = Pick<ArrivalRow, 'line' | 'cells' | 'outcome' | 'problems' | 'note'> & {
  target_id: number | null
  target_version: number | null
  before: object | null
}

const runnerOfArrival = statement<{ id: number }>(
  'runner_of_arrival',
  `select run_by as id from arrivals where id = $1 and state in ('running', 'undoing')`,
)
const nextLines = statement<Line>(
  'next_lines',
  `select line, cells, outcome, problems, note, target_id, target_version, before from arrival_rows
   where arrival_id = $1 and line > $2 order by line limit $3`,
)
const previousLines = statement<Line>(
  'previous_lines',
  `select line, cells, outcome, problems, note, target_id, target_version, before from arrival_rows
   where arrival_id = $1 and line < $2 order by line desc limit $3`,
)
const saveLines = statement(
  'save_lines',
  `update arrival_rows x set outcome = n.outcome, problems = n.problems, note = n.note, target_id = n.target_id,
     target_version = n.target_version, before = n.before
   from jsonb_to_recordset($2::jsonb) as n (line integer, outcome text, problems jsonb, note text, target_id bigint, target_version integer,
     before jsonb)
   where x.arrival_id = $1 and x.line = n.line`,
)
const advanceArrival = statement(
  'advance_arrival',
  `update arrivals set done_lines = done_lines + $3, last_line = $2, kept = kept + $4 where id = $1`,
)
const finishArrival = statement(
  'finish_arrival',
  `update arrivals set state = case when state = 'running' then 'done' else 'undone' end, done_lines = lines, finished_at = app_now()
   where id = $1`,
)

/** Goes on with a run or an undo until it is over. It acts as the person who began it, so that the log names who did it. */
export async function workOnArrival(deps: Pick<Deps, 'db'>, _system: System, { id }: { id: number }): Promise<void> {
  for (;;) {
    const runner = await row(deps.db, runnerOfArrival, [id])
    if (!runner) return
    const staff: Staff = { kind: 'staff', id: runner.id, roles: [] }
    await staffTransaction(deps, staff, async (tx) => {
      const locked = await lockArrival(tx, id)
      if (locked?.state === 'running') await runSlice(tx, staff, locked)
      if (locked?.state === 'undoing') await undoSlice(tx, staff, locked)
    })
  }
}

const byOf = (staff: Staff, { id, source }: LockedArrival): By => ({ staff, source, arrivalId: id })

async function runSlice(tx: Queryable, staff: Staff, locked: LockedArrival): Promise<void> {
  const lines = await rows(tx, nextLines, [locked.id, locked.last_line, sliceLines])
  const saved: Line[] = []
  for (const line of lines) saved.push(await runLine(tx, staff, locked, line))
  await rows(tx, saveLines, [locked.id, JSON.stringify(saved)])
  await settle(tx, locked, lines, 0)
}

async function runLine(tx: Queryable, staff: Staff, locked: LockedArrival, line: Line): Promise<Line> {
  if (line.outcome === 'problem') return line
  // A person has seen what it would do. It does that, or nothing.
  const refuse = ({ outcome }: Applied) =>
    outcome === line.outcome || outcome === 'same' ? null : 'This has changed since the check. Please check the file again.'
  const result = await tryLine(tx, locked.kind, { by: byOf(staff, locked), cells: line.cells, refuse })
  if (Array.isArray(result)) return { ...line, outcome: 'problem', problems: result }
  const { outcome, id: targetId, version, before = null } = result
  return { ...line, outcome, target_id: targetId, target_version: version, before }
}

async function undoSlice(tx: Queryable, staff: Staff, locked: LockedArrival): Promise<void> {
  const lines = await rows(tx, previousLines, [locked.id, locked.last_line, sliceLines])
  const saved: Line[] = []
  let kept = 0
  for (const line of lines) {
    const reason = isDone(line) ? await kinds[locked.kind].undo(tx, byOf(staff, locked), line) : null
    if (reason !== null) kept += 1
    const isGone = reason === null && line.outcome === 'new'
    saved.push({ ...line, note: reason ?? '', target_id: isGone ? null : line.target_id })
  }
  await rows(tx, saveLines, [locked.id, JSON.stringify(saved)])
  await settle(tx, locked, lines, kept)
}

const isDone = (line: Line): line is Line & Done =>
  line.target_id !== null && (line.outcome === 'new' || line.outcome === 'changed')

async function settle(tx: Queryable, { id, state }: LockedArrival, lines: readonly Line[], kept: number): Promise<void> {
  const last = lines.at(-1)
  if (last) await rows(tx, advanceArrival, [id, last.line, lines.length, kept])
  if (state === 'running') await rows(tx, countOutcomes, [id])
  if (lines.length < sliceLines) await rows(tx, finishArrival, [id])
}

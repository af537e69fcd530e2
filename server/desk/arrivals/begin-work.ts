import type { ArrivalRecord } from '#contract/desk/staff/arrivals.ts'
import type { Deps } from '#server/deps.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { conflict, notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { findArrival, type LockedArrival, lockArrival } from './arrival-list.ts'
import { arrivalJob } from './jobs.ts'
import { assertKind } from './kinds.ts'

const beginRun = statement(
  'begin_run',
  `update arrivals set state = 'running', run_by = $2, ran_at = app_now(), done_lines = 0, last_line = 0 where id = $1`,
)
// An undo goes from the last line to the first.
const beginUndo = statement(
  'begin_undo',
  `update arrivals set state = 'undoing', run_by = $2, done_lines = 0, last_line = 2147483647, finished_at = null where id = $1`,
)

/** Begins to do what a check has found. A job goes on with it, in slices. @throws HttpError 403, 404, 409; StaleVersion */
export function runArrival(deps: Pick<Deps, 'db' | 'jobs'>, staff: Staff, target: Target): Promise<ArrivalRecord> {
  return begin(deps, staff, target, beginRun, ({ state }) => {
    if (state !== 'checked') throw conflict('already_run', 'This file was run already.')
  })
}

/** Begins to take a run back, from its last line to its first. @throws HttpError 403, 404, 409; StaleVersion */
export function undoArrival(deps: Pick<Deps, 'db' | 'jobs'>, staff: Staff, target: Target): Promise<ArrivalRecord> {
  return begin(deps, staff, target, beginUndo, ({ state }) => {
    if (state !== 'done') throw conflict('not_run', state === 'undone' ? 'This was undone already.' : 'This run is not over.')
  })
}

async function begin(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { id, versions }: Target,
  statement: typeof beginRun,
  refuse: (locked: LockedArrival) => void,
): Promise<ArrivalRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const locked = await lockArrival(tx, id)
    if (!locked) throw notFound()
    assertKind(staff, locked.kind)
    if (!versions.includes(locked.version)) throw new StaleVersion(await findArrival(tx, staff, id))
    refuse(locked)
    if (locked.stored === 0) throw conflict('no_lines', 'The lines of this file are gone.')
    await rows(tx, statement, [id, staff.id])
    await deps.jobs.send(tx, arrivalJob, { id })
    return findArrival(tx, staff, id)
  })
}

import type { SessionOutcome } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { changeClass, type ClassTarget } from './change-class.ts'

const recordingOfSession = statement<{ id: number }>(
  'recording_of_session',
  `select id from recordings where session_id = $1 limit 1`,
)

/**
 * Cancels a class, also one that is over: nobody came. Students read the reason, which may be empty. The classes after it count one less.
 * @throws HttpError 404; 409 when it is cancelled or has a recording; StaleVersion
 */
export async function cancelSession(
  deps: Deps,
  staff: Staff,
  { reason, ...target }: ClassTarget & { reason: string },
): Promise<SessionOutcome> {
  return changeClass(deps, staff, target, async (tx, { id, state }) => {
    if (state === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
    if (await row(tx, recordingOfSession, [id])) throw conflict('class_recorded', 'This class has a recording, so it was held.')
    return { state: 'cancelled', cancel_reason: reason, edited: true }
  })
}

/** Holds a cancelled class after all. @throws HttpError 404; 409 when it is not cancelled, or its time is taken; StaleVersion */
export async function restoreSession(deps: Deps, staff: Staff, target: ClassTarget): Promise<SessionOutcome> {
  return changeClass(deps, staff, target, (_tx, { state }) => {
    if (state !== 'cancelled') throw conflict('class_not_cancelled', 'This class is not cancelled.')
    return Promise.resolve({ state: 'scheduled', cancel_reason: '' })
  })
}

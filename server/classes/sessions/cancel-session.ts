import type { SessionOutcome, SessionRecord } from '#contract/classes/staff/sessions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { holdSeconds } from '#server/messaging/mail/queue-mail.ts'
import { changeClass, type ClassTarget } from './change-class.ts'
import { insertClass } from './make-up-class.ts'
import { sessionRecords } from './session-records.ts'

const recordingOfSession = statement<{ id: number }>(
  'recording_of_session',
  `select id from recordings where session_id = $1 limit 1`,
)

/** A make-up class that nobody has used. The undo of its making leaves no trace of it. */
const deleteMakeUp = statement<{ id: number }>(
  'delete_make_up',
  `delete from class_sessions s
   where s.batch_id = $1 and s.makes_up_for = $2 and s.state <> 'cancelled' and s.created_at > app_now() - make_interval(secs => $3)
     and not is_class_kept(s.id)
   returning id`,
)
const cancelMakeUp = statement(
  'cancel_make_up',
  `update class_sessions set state = 'cancelled', cancel_reason = 'The cancelled class is held after all.', edited = true
   where batch_id = $1 and makes_up_for = $2 and state <> 'cancelled'`,
)

/**
 * Cancels a class, also one that is over: nobody came. Students read the reason, which may be empty. The classes after it count one
 * less. With `makeUp`, a class with the same words is added at that time.
 * @throws HttpError 404; 409 when it is cancelled or has a recording; of the make-up class as `makeUpClass`; StaleVersion
 */
export async function cancelSession(
  deps: Deps,
  staff: Staff,
  { reason, makeUp, ...target }: ClassTarget & { reason: string; makeUp?: { starts_at: string; minutes: number } | undefined },
): Promise<SessionOutcome> {
  return changeClass(
    deps,
    staff,
    target,
    async (tx, { id, state }) => {
      if (state === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
      if (await row(tx, recordingOfSession, [id])) {
        throw conflict('class_recorded', 'This class has a recording, so it was held.')
      }
      return { state: 'cancelled', cancel_reason: reason, edited: true }
    },
    async (tx, { id, batch_id }) => makeUp && insertClass(tx, batch_id, { ...makeUp, makes_up_for: id }),
  )
}

/**
 * Holds a cancelled class after all. Its make-up class is cancelled.
 * @throws HttpError 404; 409 when it is not cancelled, its time is taken, or its make-up class has begun; StaleVersion
 */
export async function restoreSession(deps: Deps, staff: Staff, target: ClassTarget): Promise<SessionOutcome> {
  return changeClass(
    deps,
    staff,
    target,
    async (tx, { state, made_up_by }) => {
      if (state !== 'cancelled') throw conflict('class_not_cancelled', 'This class is not cancelled.')
      const makeUp = made_up_by === null ? undefined : await sessionRecords.find(tx, made_up_by)
      if (makeUp && makeUp.state !== 'scheduled') throw conflict('class_made_up', 'The make-up class has begun.')
      return { state: 'scheduled', cancel_reason: '' }
    },
    removeMakeUp,
  )
}

async function removeMakeUp(tx: Queryable, { id, batch_id }: SessionRecord): Promise<void> {
  const deleted = await rows(tx, deleteMakeUp, [batch_id, id, holdSeconds])
  if (deleted.length === 0) await rows(tx, cancelMakeUp, [batch_id, id])
}

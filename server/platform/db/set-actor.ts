import { type Queryable, rows, statement } from './query.ts'

/** The actor as stored in `audit_log`. */
export type Actor = readonly [kind: 'staff' | 'operator' | 'system', id: number | null]

// Local to the transaction, so that the next one on the connection has no actor.
const setActorOfTransaction = statement(
  'set_actor_of_transaction',
  `select set_config('app.actor_kind', $1, true), set_config('app.actor_id', coalesce($2::bigint::text, ''), true)`,
)

/** Sets the actor of the open transaction. Staff tables reject changes without one. */
export async function setActor(tx: Queryable, [kind, id]: Actor): Promise<void> {
  await rows(tx, setActorOfTransaction, [kind, id])
}

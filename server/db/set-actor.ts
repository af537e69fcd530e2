import { type Queryable, rows, statement } from './query.ts'

/** Who acts, as `audit_log` keeps it. */
export type Actor = readonly [kind: 'staff' | 'operator' | 'system', id: number | null]

// Local to the transaction: the next one on the same connection acts for nobody again.
const setActorOfTransaction = statement(
  'set_actor_of_transaction',
  `select set_config('app.actor_kind', $1, true), set_config('app.actor_id', coalesce($2::bigint::text, ''), true)`,
)

/** Says in whose name the open transaction runs. Tables that only staff write refuse every change of others. */
export async function setActor(tx: Queryable, [kind, id]: Actor): Promise<void> {
  await rows(tx, setActorOfTransaction, [kind, id])
}

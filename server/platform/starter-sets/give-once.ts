import type { Deps } from '#server/deps.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { System } from '#server/platform/auth/principal.ts'
import type { StarterSet } from '#server/platform/db/starter-set.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

// A second process waits for the first one's transaction and then finds the row.
const claimStarterSet = statement<{ name: string }>(
  'claim_starter_set',
  `insert into starter_sets (name) values ($1) on conflict (name) do nothing returning name`,
)
const storeStarterRows = statement<never>('store_starter_rows', `update starter_sets set row_ids = $2 where name = $1`)

const starterSetClaimed = statement<{ claimed: boolean }>(
  'starter_set_claimed',
  `select exists (select 1 from starter_sets where name = $1) as claimed`,
)

/** The sets of every new school, and the days of a State, which staff accept or decline. */
type SetName = StarterSet | `state-${string}`

export async function isClaimed(db: Queryable, name: SetName): Promise<boolean> {
  return (await one(db, starterSetClaimed, [name])).claimed
}

/** Returns false when the set has been claimed before. */
export async function claimSet(tx: Queryable, name: SetName): Promise<boolean> {
  return (await row(tx, claimStarterSet, [name])) !== undefined
}

/**
 * Gives a new school a set of first content. A set is given once, so rows that staff delete do not come back.
 * @param give inserts the rows and returns their ids
 */
export async function giveOnce(
  deps: Pick<Deps, 'db'>,
  system: System,
  name: StarterSet,
  give: (tx: Queryable) => Promise<number[]>,
): Promise<void> {
  await transactionAs(deps, system, async (tx) => {
    if (await claimSet(tx, name)) await rows(tx, storeStarterRows, [name, await give(tx)])
  })
}

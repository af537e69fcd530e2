import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

const possibleReceivers = statement<{ id: number; name: string }>(
  'possible_receivers',
  `select id, name from staff where accepted_at is not null and disabled_at is null order by lower(name), id`,
)

/** Returns the staff who can have received money. */
export async function listReceivers(deps: Pick<Deps, 'db'>, _staff: Staff): Promise<{ id: number; name: string }[]> {
  return rows(deps.db, possibleReceivers)
}

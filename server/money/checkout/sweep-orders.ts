import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'

// The network limits holds only while the hold is live.
const eraseOrderNetworksOfLapsedHolds = statement(
  'erase_order_networks_of_lapsed_holds',
  `update payment_orders set network = null where network is not null and hold_until < app_now()`,
)

export async function sweepOrders(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  await rows(deps.db, eraseOrderNetworksOfLapsedHolds)
}

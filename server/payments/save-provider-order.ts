import { one, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

// One that was superseded while it was placed keeps its id too: whoever pays it must be found.
const setProviderOrder = statement<{ provider_order_id: string }>(
  'set_provider_order',
  `update payment_orders
   set provider_order_id = coalesce(provider_order_id, $2), status = case when status = 'creating' then 'open' else status end
   where id = $1 returning provider_order_id`,
)
// As if long abandoned, so that the next start takes it over at once and looks its receipt up first.
const releaseOrder = statement(
  'release_order',
  `update payment_orders set claimed_at = app_now() - interval '1 minute' where id = $1 and status = 'creating'`,
)

/** The id that counts: the first that was stored, should two requests have placed the same order. */
export async function storeProviderOrder(deps: Deps, orderId: number, providerOrderId: string): Promise<string> {
  return (await one(deps.db, setProviderOrder, [orderId, providerOrderId])).provider_order_id
}

export async function releaseClaim(deps: Deps, orderId: number): Promise<void> {
  await rows(deps.db, releaseOrder, [orderId])
}

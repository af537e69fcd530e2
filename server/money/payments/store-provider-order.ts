import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

// An order that was superseded during creation stores its id too: its payment must still be found.
const setProviderOrder = statement<{ provider_order_id: string }>(
  'set_provider_order',
  `update payment_orders
   set provider_order_id = coalesce(provider_order_id, $2), status = case when status = 'creating' then 'open' else status end
   where id = $1 returning provider_order_id`,
)
// Ages the claim, so that the next start takes the order over at once and first looks it up by its receipt.
const releaseOrder = statement(
  'release_order',
  `update payment_orders set claimed_at = app_now() - interval '1 minute' where id = $1 and status = 'creating'`,
)

/** Stores the provider's order id and returns the first one that was stored, in case two requests created the order. */
export async function storeProviderOrder(deps: Deps, orderId: number, providerOrderId: string): Promise<string> {
  return (await one(deps.db, setProviderOrder, [orderId, providerOrderId])).provider_order_id
}

/** Lets the next start take over an order that could not be created at the provider. */
export async function releaseClaim(deps: Deps, orderId: number): Promise<void> {
  await rows(deps.db, releaseOrder, [orderId])
}

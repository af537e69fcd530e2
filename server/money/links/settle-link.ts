import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

const lockLinkOfOrder = statement<{ holds: boolean }>(
  'lock_link_of_order',
  `select payment_id is null and (state = 'active' and expires_at > app_now() or $2 and state in ('active', 'withdrawn')) as holds
   from payment_links where id = $1 for no key update`,
)
// Who has bought the place needs none of the other links for it.
const payLinks = statement(
  'pay_links',
  `update payment_links l set state = 'paid', payment_id = $2, paid_at = app_now() from payment_orders o
   where o.id = $1 and l.student_id = o.user_id and l.batch_id = o.batch_id and l.payment_id is null
     and (l.state = 'active' and l.expires_at > app_now() or l.id = o.link_id)`,
)

/**
 * Whether the price of a link still holds for an order that was started with it: while the link is open, and while the order holds its seat.
 * The caller holds the locks of batch, order and payment; this one comes after them.
 */
export async function linkHolds(tx: Queryable, { linkId, holds }: { linkId: number; holds: boolean }): Promise<boolean> {
  return (await row(tx, lockLinkOfOrder, [linkId, holds]))?.holds ?? false
}

/** Marks the links of a person for a batch as paid, by the payment that has enrolled. Nothing makes them active again. */
export async function markLinksPaid(
  tx: Queryable,
  { orderId, paymentId }: { orderId: number; paymentId: number },
): Promise<void> {
  await rows(tx, payLinks, [orderId, paymentId])
}

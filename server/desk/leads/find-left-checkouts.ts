import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Minutes after the start of a checkout. The provider was asked for its payments at 60. */
const leftAfter = 75
/** Days in which a student is one lead for one course, however often the checkout is begun. */
const once = 30

// A payment that is being confirmed is no checkout that was left.
const insertLeftCheckouts = statement(
  'insert_left_checkouts',
  `insert into leads (kind, order_id, received_at)
   select distinct on (o.user_id, b.course_id) 'checkout', o.id, coalesce(o.started_at, o.created_at)
   from payment_orders o join batches b on b.id = o.batch_id join users u on u.id = o.user_id
   where o.status <> 'paid' and o.purpose = 'purchase' and o.hold_until <= app_now() and u.verified_at is not null and u.disabled_at is null
     and coalesce(o.started_at, o.created_at) between app_now() - interval '7 days' and app_now() - make_interval(mins => $1)
     and not exists (select from payments p where p.order_id = o.id and p.status <> 'failed' and p.status <> 'created')
     and not exists (select from active_enrolments e join batches x on x.id = e.batch_id
       where e.user_id = o.user_id and x.course_id = b.course_id)
     and not exists (select from leads l join payment_orders y on y.id = l.order_id join batches z on z.id = y.batch_id
       where y.user_id = o.user_id and z.course_id = b.course_id and l.received_at > app_now() - make_interval(days => $2))
   order by o.user_id, b.course_id, o.id desc
   on conflict (order_id) do nothing`,
)
const deleteOldLeads = statement(
  'delete_old_leads',
  `delete from leads where ctid = any (array(
     select ctid from leads where order_id is not null and received_at < app_now() - make_interval(days => $1) limit $2))
   returning 1`,
)

/** Makes leads of checkouts that were left, and deletes those past `ENQUIRY_RETENTION_DAYS`. Leads of enquiries go with these. */
export async function findLeftCheckouts(deps: Pick<Deps, 'db' | 'config'>, _system: System): Promise<void> {
  await rows(deps.db, insertLeftCheckouts, [leftAfter, once])
  await inSlices(deps.db, deleteOldLeads, [deps.config.enquiryRetentionDays])
}

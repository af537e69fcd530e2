import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

// Nobody knows the secrets: whoever tries the demo makes a link of their own.
const insertDemoLinks = statement(
  'insert_demo_links',
  `with sold as (
     select b.id, b.starts_at, c.amount_paise from batches b join courses c on c.id = b.course_id
     where b.published and c.published and b.cancelled_at is null and b.starts_at > app_now() + interval '7 days' and c.amount_paise > 1000000
   )
   insert into payment_links (token_hash, student_id, email, batch_id, price_paise, given_paise, reason, expires_at, state, made_by, made_at, opened_at, payment_id, paid_at)
   select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), l.student_id, l.email, l.batch_id, l.price_paise,
     coalesce(c.amount_paise - l.price_paise, 0), l.reason, l.expires_at, l.state, $1, l.made_at, l.opened_at, l.payment_id, l.paid_at
   from (
     select u.id as student_id, null::text as email, b.id as batch_id, b.amount_paise - 300000 as price_paise,
       'Agreed on the phone after the free class.' as reason, app_now() + interval '4 days' as expires_at, 'active' as state,
       app_now() - interval '1 day' as made_at, app_now() - interval '3 hours' as opened_at, null::bigint as payment_id, null::timestamptz as paid_at
     from (select id from users where erased_at is null order by id desc offset 3 limit 1) u, (select * from sold order by starts_at, id limit 1) b
     union all
     select null, 'nandini.rao@mail.example', b.id, null, 'Asked for a link by e-mail.', app_now() + interval '6 days', 'active',
       app_now() - interval '5 hours', null, null, null from (select * from sold order by starts_at, id offset 1 limit 1) b
     union all
     select null, 'college.office@mail.example', b.id, null, 'For the coordinator of the college.', app_now() - interval '2 days', 'active',
       app_now() - interval '9 days', null, null, null from (select * from sold order by starts_at, id limit 1) b
     union all
     select o.user_id, null, o.batch_id, null, 'The card failed twice, so we sent a link.', p.captured_at + interval '5 days', 'paid',
       p.captured_at - interval '1 day', p.captured_at - interval '1 hour', p.id, p.captured_at
     from (select * from payments where disposition = 'enrolled' and captured_at is not null order by id desc limit 1) p
       join payment_orders o on o.id = p.order_id
   ) l join batches b on b.id = l.batch_id join courses c on c.id = b.course_id
   where not exists (select 1 from payment_links)`,
)

/** Gives the demo payment links in several states, made by a member of its staff. Once. */
export async function loadPaymentLinks(tx: Queryable, staffId: number): Promise<void> {
  await rows(tx, insertDemoLinks, [staffId])
}

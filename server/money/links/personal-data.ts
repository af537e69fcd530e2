import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// Nobody is left who could pay with it.
const eraseLinksOfAccount = statement(
  'erase_links_of_account',
  `update payment_links set reason = 'Erased', email = null, state = case when state in ('waiting', 'active') then 'withdrawn' else state end
   where student_id = $1`,
)
const eraseLinksOfAddress = statement(
  'erase_links_of_address',
  `with erased as (
     update payment_links set reason = 'Erased', email = null, state = case when state in ('waiting', 'active') then 'withdrawn' else state end
     where email = $1 and student_id is null returning id)
   update approvals a set reason = 'Erased', answer = case when a.answer is not null then 'Erased' end, call_hash = ''
   from erased where a.payment_link_id = erased.id`,
)
export const linkPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      payment_links: `select c.title as course, l.batch_id, l.price_paise / 100.0 as price, l.reason, l.email, l.state, l.made_at, l.expires_at, l.paid_at
        from payment_links l join batches b on b.id = l.batch_id join courses c on c.id = b.course_id
        where l.student_id = $1 order by l.made_at`,
    }),
    address: exportParts({
      payment_links_of_the_address: `select c.title as course, l.batch_id, l.price_paise / 100.0 as price, l.reason, l.email, l.state, l.made_at, l.expires_at
        from payment_links l join batches b on b.id = l.batch_id join courses c on c.id = b.course_id
        where l.email = $1 and l.student_id is null order by l.made_at`,
    }),
  },
  erasures: { account: [eraseLinksOfAccount], address: [eraseLinksOfAddress] },
}

import type pg from 'pg'
import { enrolmentSources } from '#contract/enrolment/staff/enrolments.ts'
import type { Figures, FiguresAnswer } from '#contract/desk/staff/figures.ts'
import { leadKinds } from '#contract/desk/staff/leads.ts'
import { addMonths, monthsOf } from '#server/desk/figures/months.ts'

type Row = {
  by: 'month' | 'course' | 'source'
  month: number
  course_id: number | null
  source: string | null
  title: string | null
} & Figures

/** The first moments of the months in India: of those that are asked for, and of the one after them. $1 and $2 are the first and this last day. */
const starts = `(select array_agg(t.day at time zone 'Asia/Kolkata' order by t.day)
  from generate_series($1::date::timestamp, $2::date::timestamp, interval '1 month') as t (day))`
const midnight = (day: string) => `(${day})::timestamp at time zone 'Asia/Kolkata'`
const inRange = (time: string) => `${time} >= ${midnight('$1::date')} and ${time} < ${midnight('$2::date')}`
/** The place of the month among those that are asked for, from 1. */
const monthOf = (time: string) => `width_bucket(${time}, ${starts})`
// Sums by month, by course and by source, which are few rows. Each of them has every figure once.
const groups = '(m.month), (m.course_id), (m.source)'
const by = `case when grouping(m.month) = 0 then 'month' when grouping(m.course_id) = 0 then 'course' else 'source' end as by`
const moneyOfRows = `with captured as (
     select ${monthOf('p.captured_at')} as month, b.course_id, o.provider = 'offline' as by_hand, sum(p.amount_paise) as amount
     from payments p cross join lateral (
       select o.batch_id, o.provider from payment_orders o where o.id = p.order_id offset 0) o join batches b on b.id = o.batch_id
     where p.status in ('captured', 'refunded') and ${inRange('p.captured_at')} group by 1, 2, 3
   ), returned as (
     select ${monthOf('r.settled_at')} as month, b.course_id, o.provider = 'offline' as by_hand, sum(r.amount_paise) as amount
     from refunds r join payments p on p.id = r.payment_id cross join lateral (
       select o.batch_id, o.provider from payment_orders o where o.id = p.order_id offset 0) o join batches b on b.id = o.batch_id
     where r.status = 'processed' and ${inRange('r.settled_at')} group by 1, 2, 3
   ), lost as (
     select ${monthOf('d.reported_at')} as month, b.course_id, o.provider = 'offline' as by_hand, sum(d.amount_deducted_paise) as amount
     from disputes d join payments p on p.id = d.payment_id cross join lateral (
       select o.batch_id, o.provider from payment_orders o where o.id = p.order_id offset 0) o join batches b on b.id = o.batch_id
     where d.status = 'lost' and ${inRange('d.reported_at')} group by 1, 2, 3
   ), sums as (
     select x.month, x.course_id, case when x.by_hand then 'offline' else 'online' end as source, x.captured, x.refunded, x.lost
     from (select month, course_id, by_hand, amount as captured, 0 as refunded, 0 as lost from captured
       union all select month, course_id, by_hand, 0, amount, 0 from returned
       union all select month, course_id, by_hand, 0, 0, amount from lost) x
   ), grouped as (
     select ${by}, m.month, m.course_id, m.source, sum(m.captured)::bigint as revenue_paise, sum(m.refunded)::bigint as refunds_paise,
       sum(m.lost)::bigint as lost_paise
     from sums m group by grouping sets (${groups})
   )
   select g.*, c.title, 0 as enrolments from grouped g left join courses c on c.id = g.course_id`
const peopleOfRows = `with enrolled as (
     select ${monthOf('e.created_at')} as month, b.course_id,
       case when e.payment_id is null then 'hand' when e.payment_id in (
         select p.id from payment_orders o join payments p on p.order_id = o.id where o.provider = 'offline') then 'offline' else 'online' end as source,
       count(*)::int as count
     from enrolments e join batches b on b.id = e.batch_id where ${inRange('e.created_at')} group by 1, 2, 3
   ), titles as (
     select lower(title) as title, min(id) as id from courses group by 1
   ), came as (
     select ${monthOf('l.received_at')} as month, l.kind, case when l.order_id is null then t.id else b.course_id end as course_id,
       l.outcome = 'enrolled' is true or exists (
         select from enrolments e where e.created_at >= l.received_at
           and e.user_id = case when l.order_id is null then (select u.id from users u where u.email = q.email) else o.user_id end) as enrolled
     from leads l left join lateral (select o.batch_id, o.user_id from payment_orders o where o.id = l.order_id offset 0) o on true
     left join batches b on b.id = o.batch_id
     left join enquiries q on q.id = l.enquiry_id left join titles t on t.title = lower(q.course_name)
     where l.outcome is distinct from 'spam' and ${inRange('l.received_at')}
   ), people as (
     select month, course_id, source, count as enrolments, 0 as seats, 0 as seats_taken, 0 as leads, 0 as leads_enrolled from enrolled
     union all
     select ${monthOf('b.starts_at')}, b.course_id, null, 0, b.capacity,
       (select count(*)::int from enrolments e where e.batch_id = b.id and e.ended_at is null), 0, 0
     from batches b where b.capacity is not null and b.cancelled_at is null and ${inRange('b.starts_at')}
     union all
     select month, course_id, kind, 0, 0, 0, count(*)::int, (count(*) filter (where enrolled))::int from came group by 1, 2, 3
   ), grouped as (
     select ${by}, m.month, m.course_id, m.source, sum(m.enrolments)::int as enrolments, sum(m.seats)::int as seats,
       sum(m.seats_taken)::int as seats_taken, sum(m.leads)::int as leads, sum(m.leads_enrolled)::int as leads_enrolled
     from people m group by grouping sets (${groups})
   )
   select g.*, c.title from grouped g left join courses c on c.id = g.course_id`

const names = [
  'revenue_paise',
  'refunds_paise',
  'lost_paise',
  'net_paise',
  'enrolments',
  'seats',
  'seats_taken',
  'leads',
  'leads_enrolled',
] as const
const none = Object.fromEntries(names.map((name) => [name, 0])) as Record<(typeof names)[number], number>

/** Returns the figures of months with every course, summed from the rows alone, as the server read them before it kept sums. */
export async function figuresOfRows(db: pg.Pool, from: string, to: string): Promise<Omit<FiguresAnswer, 'other_courses'>> {
  const months = monthsOf(from, to)
  const bounds = [`${from}-01`, `${addMonths(to, 1)}-01`]
  const found = await Promise.all([moneyOfRows, peopleOfRows].map((sql) => db.query<Row>(sql, bounds)))
  const rows = found.flatMap((answer) => answer.rows)
  const sumOf = (isOne: (row: Row) => boolean): Figures => {
    const sums = { ...none }
    for (const row of rows.filter(isOne)) for (const name of names) sums[name] += Number(row[name] ?? 0)
    return { ...sums, net_paise: sums.revenue_paise - sums.refunds_paise - sums.lost_paise }
  }
  const ofCourses = rows.filter(({ by }) => by === 'course')
  const courses = [...new Set(ofCourses.map(({ course_id: id }) => id))].map((id) => ({
    course_id: id,
    title: ofCourses.find(({ course_id: other }) => other === id)?.title ?? 'No course of ours',
    ...sumOf(({ by, course_id: other }) => by === 'course' && other === id),
  }))
  const ofSource = (name: string) => sumOf(({ by, source }) => by === 'source' && source === name)
  return {
    from,
    to,
    total: sumOf(({ by }) => by === 'month'),
    months: months.map((month, index) => ({ month, ...sumOf((row) => row.by === 'month' && row.month === index + 1) })),
    courses: courses.toSorted(
      (a, b) => b.revenue_paise - a.revenue_paise || a.title.localeCompare(b.title) || (a.course_id ?? 0) - (b.course_id ?? 0),
    ),
    sources: enrolmentSources.map((source) => ({ source, ...ofSource(source) })),
    lead_kinds: leadKinds.map((kind) => ({ kind, ...ofSource(kind) })),
  }
}

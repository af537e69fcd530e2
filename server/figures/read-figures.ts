import type { ParsedOf } from '#contract/endpoint.ts'
import { type EnrolmentSource, enrolmentSources } from '#contract/staff/enrolments.ts'
import type { Figures, FiguresAnswer, readFigures as endpoint } from '#contract/staff/figures.ts'
import { leadKinds } from '#contract/staff/leads.ts'
import type { Staff } from '../auth/principal.ts'
import { one, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { addMonths, monthsOf, rangeOf } from './months.ts'

type Amounts = Pick<Figures, 'revenue_paise' | 'refunds_paise' | 'lost_paise' | 'enrolments'>
/** Figures of one month, of one course, or of one source. */
interface Group {
  by: 'month' | 'course' | 'source'
  /** Its place in the range, from 1. */
  month: number | null
  course_id: number | null
  title: string | null
}
type MoneyRow = Group & { source: EnrolmentSource | null } & Amounts
type PeopleRow = Group & { source: string | null } & Pick<
    Figures,
    'enrolments' | 'seats' | 'seats_taken' | 'leads' | 'leads_enrolled'
  >

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

const monthOfToday = statement<{ month: string }>(
  'month_of_today',
  `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month`,
)
// The conditions of the first two parts are those by which the ledger sums captured and refunded money. The columns of an order
// come from an index alone, which `offset 0` holds the planner to: a hash join reads the orders of all years for one.
const moneyFigures = statement<MoneyRow>(
  'money_figures',
  `with captured as (
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
   select g.*, c.title, 0 as enrolments from grouped g left join courses c on c.id = g.course_id`,
)
// A lead that names a course is counted for it; the titles are those of now.
const peopleFigures = statement<PeopleRow>(
  'people_figures',
  `with enrolled as (
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
   select g.*, c.title from grouped g left join courses c on c.id = g.course_id`,
)

type Asked = { query: ParsedOf<typeof endpoint>['query'] }

/** A statement reads so many months, because it may take ten seconds and a range ten years. */
const monthsAtOnce = 3
/** Courses of an answer, each with its line in a table. */
const shownCourses = 100

/** Figures of a range of months, by month, course and source. */
export async function readFigures(deps: Pick<Deps, 'db'>, staff: Staff, asked: Asked): Promise<FiguresAnswer> {
  const found = await readAllFigures(deps, staff, asked)
  const ours = found.courses.filter(({ course_id: id }) => id !== null)
  const others = ours.slice(shownCourses)
  const hidden = new Set(others)
  return {
    ...found,
    courses: found.courses.filter((one) => !hidden.has(one)),
    other_courses: others.length === 0 ? null : { count: others.length, ...others.reduce(add, none) },
  }
}

/** As `readFigures`, with every course. Every sum is of the same rows, so months, courses and sources add up to the total. */
export async function readAllFigures(
  deps: Pick<Deps, 'db'>,
  _staff: Staff,
  { query }: Asked,
): Promise<Omit<FiguresAnswer, 'other_courses'>> {
  const { from, to } = rangeOf(query, (await one(deps.db, monthOfToday)).month)
  const months = monthsOf(from, to)
  const byMonth = new Map<string | undefined, Figures>()
  const byCourse = new Map<number | null, Figures & { title: string }>()
  const bySource = new Map<string | null, Figures>()
  for (let first = 0; first < months.length; first += monthsAtOnce) {
    const slice = months.slice(first, first + monthsAtOnce)
    for (const row of await readSlice(deps, slice)) {
      if (row.by === 'month') {
        const month = slice[(row.month ?? 0) - 1]
        byMonth.set(month, add(byMonth.get(month) ?? none, row))
      } else if (row.by === 'source') {
        bySource.set(row.source, add(bySource.get(row.source) ?? none, row))
      } else {
        const known = byCourse.get(row.course_id)
        const title = known?.title ?? row.title ?? 'No course of ours'
        byCourse.set(row.course_id, { title, ...add(known ?? none, row) })
      }
    }
  }
  const courses = [...byCourse].map(([course_id, sums]) => ({ course_id, ...sums }))
  const ofSource = (name: string) => bySource.get(name) ?? none
  return {
    from,
    to,
    total: [...byMonth.values()].reduce(add, none),
    months: months.map((month) => ({ month, ...(byMonth.get(month) ?? none) })),
    courses: courses.toSorted((a, b) => b.revenue_paise - a.revenue_paise || a.title.localeCompare(b.title)),
    sources: enrolmentSources.map((name) => ({ source: name, ...ofSource(name) })),
    lead_kinds: leadKinds.map((kind) => ({ kind, ...ofSource(kind) })),
  }
}

async function readSlice(deps: Pick<Deps, 'db'>, months: readonly string[]): Promise<(MoneyRow | PeopleRow)[]> {
  const [first = '', last = first] = [months.at(0), months.at(-1)]
  const bounds = [`${first}-01`, `${addMonths(last, 1)}-01`]
  const [money, people] = await Promise.all([rows(deps.db, moneyFigures, bounds), rows(deps.db, peopleFigures, bounds)])
  return [...money, ...people]
}

const none: Figures = {
  revenue_paise: 0,
  refunds_paise: 0,
  lost_paise: 0,
  net_paise: 0,
  enrolments: 0,
  seats: 0,
  seats_taken: 0,
  leads: 0,
  leads_enrolled: 0,
}

function add(sum: Figures, more: Partial<Figures>): Figures {
  const of = (name: keyof Figures) => sum[name] + (more[name] ?? 0)
  const [revenue, refunds, lost] = [of('revenue_paise'), of('refunds_paise'), of('lost_paise')]
  return {
    revenue_paise: revenue,
    refunds_paise: refunds,
    lost_paise: lost,
    net_paise: revenue - refunds - lost,
    enrolments: of('enrolments'),
    seats: of('seats'),
    seats_taken: of('seats_taken'),
    leads: of('leads'),
    leads_enrolled: of('leads_enrolled'),
  }
}

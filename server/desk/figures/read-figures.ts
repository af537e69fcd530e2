import type { ParsedOf } from '#contract/endpoint.ts'
import { type EnrolmentSource, enrolmentSources } from '#contract/enrolment/staff/enrolments.ts'
import type { Figures, FiguresAnswer, readFigures as endpoint } from '#contract/desk/staff/figures.ts'
import { leadKinds } from '#contract/desk/staff/leads.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { addMonths, monthsOf, rangeOf } from './months.ts'

/** Figures of one month, of one course, or of one source or kind of lead. */
interface Group {
  by: 'month' | 'course' | 'source'
  month: string | null
  course_id: number | null
  source: EnrolmentSource | (typeof leadKinds)[number] | null
  title: string | null
}
type MoneyRow = Group & Pick<Figures, 'revenue_paise' | 'refunds_paise' | 'lost_paise' | 'enrolments'>
type PeopleRow = Group & Pick<Figures, 'seats' | 'seats_taken' | 'leads' | 'leads_enrolled'>

// $1 and $2 are the first day of the range and of the month after it.
const midnight = (day: string) => `(${day})::timestamp at time zone 'Asia/Kolkata'`
const inRange = (time: string) => `${time} >= ${midnight('$1::date')} and ${time} < ${midnight('$2::date')}`
const inMonths = (month: string) => `${month} >= $1::date and ${month} < $2::date`
// Sums by month, by course and by source, which are few rows. Each of them has every figure once.
const groups = '(m.month), (m.course_id), (m.source)'
const keys = `case when grouping(m.month) = 0 then 'month' when grouping(m.course_id) = 0 then 'course' else 'source' end as by,
       to_char(m.month, 'YYYY-MM') as month, m.course_id, m.source`

const monthOfToday = statement<{ month: string }>(
  'month_of_today',
  `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month`,
)
// Triggers keep these sums (`figure_sums` and `figure_changes`). Deductions for disputes are few, so they are read from their rows.
// A sum of nothing is what a removed enrolment has left, and no figure.
const moneyFigures = statement<MoneyRow>(
  'money_figures',
  `with sums as (
     select s.month, s.course_id, s.source, s.captured_paise, s.refunded_paise, 0::bigint as lost_paise, s.enrolments, 0 as disputes
     from figure_sums s where ${inMonths('s.month')}
     union all
     select c.month, c.course_id, c.source, c.captured_paise, c.refunded_paise, 0, c.enrolments, 0
     from figure_changes c where ${inMonths('c.month')}
     union all
     select month_in_india(d.reported_at), b.course_id, source_of_provider(o.provider), 0, 0, d.amount_deducted_paise, 0, 1
     from disputes d join payments p on p.id = d.payment_id cross join lateral (
       select o.batch_id, o.provider from payment_orders o where o.id = p.order_id offset 0) o join batches b on b.id = o.batch_id
     where d.status = 'lost' and ${inRange('d.reported_at')}
   ), grouped as (
     select ${keys}, sum(m.captured_paise)::bigint as revenue_paise, sum(m.refunded_paise)::bigint as refunds_paise,
       sum(m.lost_paise)::bigint as lost_paise, sum(m.enrolments)::int as enrolments, sum(m.disputes) as disputes
     from sums m group by grouping sets (${groups})
   )
   select g.by, g.month, g.course_id, g.source, g.revenue_paise, g.refunds_paise, g.lost_paise, g.enrolments, c.title
   from grouped g left join courses c on c.id = g.course_id
   where (g.revenue_paise, g.refunds_paise, g.enrolments, g.disputes) <> (0, 0, 0, 0)`,
)
// A lead that names a course is counted for it; the titles are those of now. The columns of an order come from an index alone, which
// `offset 0` holds the planner to: a hash join reads the orders of all years.
const peopleFigures = statement<PeopleRow>(
  'people_figures',
  `with titles as (
     select lower(title) as title, min(id) as id from courses group by 1
   ), came as (
     select month_in_india(l.received_at) as month, l.kind, case when l.order_id is null then t.id else b.course_id end as course_id,
       l.outcome = 'enrolled' is true or exists (
         select from enrolments e where e.created_at >= l.received_at
           and e.user_id = case when l.order_id is null then (select u.id from users u where u.email = q.email) else o.user_id end) as enrolled
     from leads l left join lateral (select o.batch_id, o.user_id from payment_orders o where o.id = l.order_id offset 0) o on true
     left join batches b on b.id = o.batch_id
     left join enquiries q on q.id = l.enquiry_id left join titles t on t.title = lower(q.course_name)
     where l.outcome is distinct from 'spam' and ${inRange('l.received_at')}
   ), people as (
     select month_in_india(b.starts_at) as month, b.course_id, null as source, b.capacity as seats,
       (select count(*)::int from active_enrolments e where e.batch_id = b.id) as seats_taken, 0 as leads, 0 as leads_enrolled
     from batches b where b.capacity is not null and b.published and b.cancelled_at is null and ${inRange('b.starts_at')}
     union all
     select month, course_id, kind, 0, 0, count(*)::int, (count(*) filter (where enrolled))::int from came group by 1, 2, 3
   ), grouped as (
     select ${keys}, sum(m.seats)::int as seats, sum(m.seats_taken)::int as seats_taken,
       sum(m.leads)::int as leads, sum(m.leads_enrolled)::int as leads_enrolled
     from people m group by grouping sets (${groups})
   )
   select g.*, c.title from grouped g left join courses c on c.id = g.course_id`,
)

type Asked = { query: ParsedOf<typeof endpoint>['query'] }

/** Leads and seats are read from their rows, so many months at once, because a statement may take ten seconds and a range ten years. */
const monthsAtOnce = 3
/** Statements for leads and seats at once. */
const parts = 2
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
  const byMonth = new Map<string | null, Figures>()
  const byCourse = new Map<number | null, Figures & { title: string }>()
  const bySource = new Map<string | null, Figures>()
  for (const row of await readRows(deps, months)) {
    if (row.by === 'month') byMonth.set(row.month, add(byMonth.get(row.month) ?? none, row))
    else if (row.by === 'source') bySource.set(row.source, add(bySource.get(row.source) ?? none, row))
    else {
      const known = byCourse.get(row.course_id)
      byCourse.set(row.course_id, { title: row.title ?? 'No course of ours', ...add(known ?? none, row) })
    }
  }
  const courses = [...byCourse].map(([course_id, sums]) => ({ course_id, ...sums }))
  const ofSource = (name: string) => bySource.get(name) ?? none
  return {
    from,
    to,
    total: [...byMonth.values()].reduce(add, none),
    months: months.map((month) => ({ month, ...(byMonth.get(month) ?? none) })),
    courses: courses.toSorted(
      (a, b) => b.revenue_paise - a.revenue_paise || a.title.localeCompare(b.title) || (a.course_id ?? 0) - (b.course_id ?? 0),
    ),
    sources: enrolmentSources.map((name) => ({ source: name, ...ofSource(name) })),
    lead_kinds: leadKinds.map((kind) => ({ kind, ...ofSource(kind) })),
  }
}

async function readRows(deps: Pick<Deps, 'db'>, months: readonly string[]): Promise<(MoneyRow | PeopleRow)[]> {
  const boundsOf = (slice: readonly string[]) => [`${slice.at(0)}-01`, `${addMonths(slice.at(-1) ?? '', 1)}-01`]
  const people = async (part: number) => {
    const found: PeopleRow[] = []
    for (let first = part * monthsAtOnce; first < months.length; first += parts * monthsAtOnce) {
      found.push(...(await rows(deps.db, peopleFigures, boundsOf(months.slice(first, first + monthsAtOnce)))))
    }
    return found
  }
  const ofPeople = Array.from({ length: parts }, (_, part) => people(part))
  return (await Promise.all([rows(deps.db, moneyFigures, boundsOf(months)), ...ofPeople])).flat()
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

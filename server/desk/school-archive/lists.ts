import type pg from 'pg'
import type { ColumnKind } from '#contract/exported-files.ts'
import { serialSql } from '#server/money/invoicing/series.ts'
import { csvOf } from '#server/platform/http/csv.ts'
import type { Column } from '#server/platform/http/export-columns.ts'

/** A list that people read: a table with the names in place of numbers. */
export interface PeoplesList {
  /** The file is `data/csv/NAME.csv`. */
  name: string
  holds: string
  /** The heading of each column. A heading with `(rupees)` is of paise, one with `(IST)` of an instant. */
  sql: string
}

/** A student's name and address. An erased account has neither. */
const student = (alias: string) => `${alias}.full_name as "Student", ${alias}.email as "E-mail"`
const day = (sql: string, heading: string) => `to_char(${sql}, 'YYYY-MM-DD') as "${heading}"`

export const lists: readonly PeoplesList[] = [
  {
    name: 'students',
    holds: 'Everybody with an account',
    sql: `select u.id as "Number", u.full_name as "Name", u.email as "E-mail", u.phone as "Phone", u.created_at as "Since (IST)",
        case when u.erased_at is not null then 'erased' when u.disabled_at is not null then 'disabled' when u.verified_at is null then 'not verified'
          else 'active' end as "State"
      from users u order by u.id`,
  },
  {
    name: 'courses',
    holds: 'What the school teaches',
    sql: `select c.id as "Number", c.title as "Course", c.category as "Category", c.publication as "State", c.duration as "Duration",
        c.price_paise as "List price (rupees)", c.amount_paise as "Price (rupees)", c.slug as "Address"
      from courses c order by c.id`,
  },
  {
    name: 'batches',
    holds: 'Runs of the courses',
    sql: `select b.id as "Number", c.title as "Course", i.name as "Instructor", b.starts_at as "From (IST)", b.ends_at as "Until (IST)",
        b.time_text as "Time", b.mode_of_training as "Mode", b.batch_type as "Kind", b.capacity as "Seats", b.cancelled_at as "Cancelled (IST)"
      from batches b join courses c on c.id = b.course_id join instructors i on i.id = b.instructor_id order by b.id`,
  },
  {
    name: 'classes',
    holds: 'Each class of each batch',
    sql: `select n.id as "Number", c.title as "Course", n.batch_id as "Batch", n.starts_at as "From (IST)", n.ends_at as "Until (IST)",
        n.topic as "Topic", n.module as "Module", n.state as "State"
      from class_sessions n join batches b on b.id = n.batch_id join courses c on c.id = b.course_id order by n.id`,
  },
  {
    name: 'enrolments',
    holds: 'Who has a place in which batch',
    sql: `select e.id as "Number", ${student('u')}, c.title as "Course", e.batch_id as "Batch", e.created_at as "Since (IST)",
        e.ended_at as "Ended (IST)", e.payment_id as "Payment", e.reason as "Reason of staff"
      from enrolments e join users u on u.id = e.user_id join batches b on b.id = e.batch_id join courses c on c.id = b.course_id order by e.id`,
  },
  {
    name: 'orders',
    holds: 'What students wanted to buy, also when they did not pay',
    sql: `select o.id as "Number", ${student('u')}, o.course_title as "Course", o.batch_id as "Batch", o.purpose as "For",
        o.price_paise as "List price (rupees)", o.amount_paise as "Amount (rupees)", o.status as "State", o.created_at as "Made (IST)"
      from payment_orders o join users u on u.id = o.user_id order by o.id`,
  },
  {
    name: 'payments',
    holds: 'Money that came, and tries that failed',
    sql: `select p.id as "Number", ${student('u')}, o.course_title as "Course", p.amount_paise as "Amount (rupees)", p.status as "State",
        p.method as "Way", p.provider_payment_id as "Number at the provider", p.created_at as "Begun (IST)", p.captured_at as "Received (IST)",
        p.order_id as "Order"
      from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id order by p.id`,
  },
  {
    name: 'past-payments',
    holds: 'What another system took before the school came here. No money of the books',
    sql: `select p.id as "Number", ${student('u')}, p.source as "Paid at", p.amount_paise as "Amount (rupees)", ${day('p.paid_on', 'Paid on')},
        p.reference as "Reference", p.method as "Way", p.course as "For"
      from past_payments p join users u on u.id = p.user_id order by p.id`,
  },
  {
    name: 'refunds',
    holds: 'Money that went back',
    sql: `select r.id as "Number", ${student('u')}, r.payment_id as "Payment", r.amount_paise as "Amount (rupees)", r.status as "State",
        r.reason as "Reason", r.created_at as "Decided (IST)", r.settled_at as "Paid (IST)", r.reference as "Reference"
      from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
      order by r.id`,
  },
  {
    name: 'attendance',
    holds: 'What staff decided about attendance; without a line it follows from data/attendance_evidence.jsonl',
    sql: `select ${student('u')}, c.title as "Course", n.batch_id as "Batch", n.starts_at as "Class (IST)", d.status as "Attendance",
        d.reason as "Reason", d.decided_at as "Decided (IST)"
      from attendance_decisions d join users u on u.id = d.user_id join class_sessions n on n.id = d.session_id
        join batches b on b.id = n.batch_id join courses c on c.id = b.course_id order by d.id`,
  },
  {
    name: 'certificates',
    holds: 'Certificates, also those that were revoked',
    sql: `select k.number as "Number", k.holder as "Holder", k.course_title as "Course", ${day('k.first_day', 'First day')},
        ${day('k.last_day', 'Last day')}, k.issued_at as "Issued (IST)", k.revoked_at as "Revoked (IST)"
      from certificates k order by k.id`,
  },
  {
    name: 'leads',
    holds: 'People who may become students',
    sql: `select l.id as "Number", l.kind as "Kind", coalesce(q.name, u.full_name) as "Name", coalesce(q.email, u.email) as "E-mail",
        coalesce(q.phone, u.phone) as "Phone", coalesce(q.course_name, o.course_title) as "Course", q.message as "Message",
        l.received_at as "Received (IST)", s.name as "Owner", ${day('l.follow_up_on', 'Comes back on')}, l.closed_at as "Closed (IST)", l.outcome as "Outcome"
      from leads l left join enquiries q on q.id = l.enquiry_id left join payment_orders o on o.id = l.order_id
        left join users u on u.id = o.user_id left join staff s on s.id = l.owner_id order by l.id`,
  },
  {
    name: 'instructors',
    holds: 'People who teach',
    sql: `select i.id as "Number", i.name as "Name", i.bio as "About" from instructors i order by i.id`,
  },
  {
    name: 'settlements',
    holds: 'Money that the payment provider paid out to the bank',
    sql: `select t.provider_settlement_id as "Number at the provider", t.amount_paise as "Amount (rupees)", t.fee_paise as "Fees (rupees)",
        t.tax_paise as "Tax of the fees (rupees)", t.status as "State", t.utr as "Reference of the bank", t.settled_at as "Settled (IST)"
      from settlements t order by t.id`,
  },
  {
    name: 'documents',
    holds: 'Receipts, invoices, credit notes and refund notes; documents/ has each as PDF',
    sql: `select ${serialSql('d', 'd.kind')} as "Number", d.kind as "Kind", d.issued_at as "Issued (IST)", d.amount_paise as "Amount (rupees)",
        ${student('u')}, d.payment_id as "Payment"
      from issued_documents d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
      order by d.issued_at, d.id`,
  },
]

type Row = Record<string, unknown>

const kindOfHeading = (heading: string): ColumnKind =>
  heading.endsWith('(rupees)') ? 'rupees' : heading.endsWith('(IST)') ? 'time' : 'text'

/** The driver gives a bigint as a text; amounts are exact numbers. */
function valueOf(kind: ColumnKind, value: unknown): unknown {
  if (kind === 'rupees') return value === null ? null : Number(value)
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
}

/** Yields a list as CSV, in the caller's transaction. */
export async function* readList(client: pg.Client, { sql }: PeoplesList): AsyncGenerator<string, void> {
  await client.query(`declare list_of_archive no scroll cursor for ${sql}`)
  const next = () => client.query<Row>('fetch 1000 from list_of_archive')
  const first = await next()
  const columns = first.fields.map(({ name }): Column<Row> => {
    const kind = kindOfHeading(name)
    return { heading: name, kind, value: (row) => valueOf(kind, row[name]) }
  })
  async function* pages(): AsyncGenerator<Row[], void> {
    for (let page = first; page.rows.length > 0; page = await next()) yield page.rows
  }
  yield* csvOf(columns, pages())
  await client.query('close list_of_archive')
}

import { recordingChaseDays } from '#contract/rules.ts'
import { allows, type Permission } from '#contract/permissions.ts'
import { aloneHours } from '#contract/staff-rules.ts'
import { fillingDays, shownToday, type Today } from '#contract/desk/staff/today.ts'
import { secondPerson as ofImport } from '#server/desk/imports/second-person.ts'
import { secondPerson as ofApproval } from '#server/money/approvals/approval-list.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { sessionRecords } from '#server/classes/sessions/session-records.ts'
import { midnightSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { countFailures } from '#server/messaging/failures/list-failures.ts'
import { readBackupState } from '#server/desk/backups/read-backup-state.ts'
import { leadRecords } from '#server/desk/leads/lead-records.ts'
import { readSeries } from '#server/money/invoicing/read-series.ts'
import { countReview } from '#server/money/payment-lists/read-review.ts'
import { readOwed } from '#server/money/instalments/instalment-records.ts'
import { questionRecords } from '#server/learning/questions/question-records.ts'
import { reviewRecords } from '#server/learning/reviews/review-records.ts'
import { requestRecords } from '#server/money/payment-lists/request-records.ts'

const dayInIndia = statement<{ day: string }>(
  'day_in_india',
  `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day`,
)
const today = midnightSql('$1::date')
const thisMonth = midnightSql(`date_trunc('month', $1::date)`)
const moneyToday = statement<NonNullable<Today['money']>>(
  'money_today',
  `with taken as (
     select p.amount_paise, p.captured_at >= ${today} as is_today from captured_payments p
     where p.captured_at >= ${thisMonth}),
   returned as (
     select amount_paise, settled_at >= ${today} as is_today from refunds where status = 'processed' and settled_at >= ${thisMonth}),
   owed as (
     select f.amount_paise, o.provider = 'offline' as by_hand
     from refunds f join payments p on p.id = f.payment_id join payment_orders o on o.id = p.order_id
     where f.status in ('queued', 'sent', 'pending')),
   unaccepted as (select amount_paise, method = 'cheque' as is_cheque from offline_payments where state = 'return_due'),
   unsettled as (select amount_paise from payments where disposition = 'pending' and status in ('authorized', 'captured'))
   select (select coalesce(sum(amount_paise) filter (where is_today), 0)::float8 from taken) as today_paise,
     (select coalesce(sum(amount_paise), 0)::float8 from taken) as month_paise,
     (select coalesce(sum(amount_paise) filter (where is_today), 0)::float8 from returned) as refunded_today_paise,
     (select coalesce(sum(amount_paise), 0)::float8 from returned) as refunded_month_paise,
     (select count(*)::int from owed where not by_hand) as refunds,
     (select coalesce(sum(amount_paise), 0)::float8 from owed where not by_hand) as refunds_paise,
     (select count(*)::int from owed where by_hand) as to_pay_back,
     (select coalesce(sum(amount_paise), 0)::float8 from owed where by_hand) as to_pay_back_paise,
     (select count(*)::int from unaccepted where not is_cheque) as to_give_back,
     (select coalesce(sum(amount_paise), 0)::float8 from unaccepted where not is_cheque) as to_give_back_paise,
     (select count(*)::int from unaccepted where is_cheque) as cheques_to_give_back,
     (select count(*)::int from unsettled) as confirming, (select coalesce(sum(amount_paise), 0)::float8 from unsettled) as confirming_paise`,
)
const approvalsToday = statement<NonNullable<Today['approvals']>>(
  'approvals_today',
  `select count(*) filter (where mine)::int as waiting, coalesce(sum(amount_paise) filter (where mine), 0)::float8 as waiting_paise,
     ${isoInstant('(min(asked_at) filter (where mine))')} as oldest_at, count(*) filter (where not mine)::int as for_others,
     ${isoInstant(`(min(asked_at) filter (where alone and not mine) + interval '${aloneHours} hours')`)} as alone_from
   from (select a.amount_paise, a.asked_at, ${ofApproval.waitsFor('$1::integer')} as mine, a.asked_by = $1::integer and ${ofApproval.isAlone} as alone
     from approvals a where a.state = 'waiting') w`,
)
const importsToday = statement<NonNullable<Today['imports']>>(
  'imports_today',
  `select count(*)::int as waiting, ${isoInstant('min(r.asked_at)')} as oldest_at from student_imports r where ${ofImport.waitsFor('$1::integer')}`,
)
const waitlistToday = statement<NonNullable<Today['waitlist']>>(
  'waitlist_today',
  `select count(*) filter (where w.state = 'waiting')::int as waiting, count(*) filter (where w.is_live)::int as offered,
     ${isoInstant('(min(w.offered_until) filter (where w.is_live))')} as first_ends_at
   from (select state, offered_until, state = 'offered' and offered_until > app_now() as is_live
         from waitlist_entries where state in ('waiting', 'offered')) w`,
)
const fillingBatches = statement<NonNullable<Today['filling']>[number]>(
  'filling_batches',
  `select b.id as batch_id, c.title as course, ${isoInstant('b.starts_at')} as starts_at, b.capacity,
     (select count(*)::int from active_enrolments e where e.batch_id = b.id) as students
   from batches b join courses c on c.id = b.course_id
   where b.published and b.cancelled_at is null and b.starts_at > app_now() and b.starts_at < app_now() + make_interval(days => $1)
   order by b.starts_at, b.id limit $2`,
)

const lateRecordings = statement<NonNullable<Today['late_recordings']>>(
  'late_recordings',
  // Both ends of the time are conditions for the index: the classes ahead are many, and none is held. What makes a held class
  // `missing` stands here in parts, because the two without recordings are found by a join and not for each class.
  `with late as (
     select s.id, s.starts_at from class_sessions s join session_recordings k on k.session_id = s.id
     where s.ends_at > app_now() - make_interval(days => $1) and s.ends_at <= app_now() and k.is_held and k.expected_by <= (select app_now())
       and not exists (select from recordings r where r.session_id = s.id)
       and not exists (select from recording_uploads u where u.session_id = s.id and u.state = 'preparing'))
   select (select count(*)::integer from late) as total, coalesce((
     select jsonb_agg(jsonb_build_object('session_id', l.id, 'batch_id', n.batch_id, 'course', c.title, 'number', n.number,
       'topic', n.topic, 'starts_at', ${isoInstant('l.starts_at')}) order by l.starts_at desc, l.id desc)
     from (select * from late order by starts_at desc, id desc limit $2) l
     join numbered_sessions n on n.id = l.id join batches b on b.id = n.batch_id join courses c on c.id = b.course_id), '[]') as newest`,
)

/** Returns what happens today and what waits. Parts that the role may not read are null. */
export async function readToday(deps: Deps, staff: Staff): Promise<Today> {
  const { day } = await one(deps.db, dayInIndia)
  const part = async <Part>(permission: Permission, read: () => Promise<Part>) =>
    allows(staff.roles, permission) ? read() : null
  const parts: { [Name in keyof Omit<Today, 'day' | 'is_demo'>]: Promise<Today[Name]> } = {
    classes: part('sessions:read', () => readClasses(deps, staff, day)),
    late_recordings: part('sessions:read', () => one(deps.db, lateRecordings, [recordingChaseDays, shownToday])),
    leads: part('leads:read', () => readLeads(deps, staff)),
    approvals: part('approvals:read', () => one(deps.db, approvalsToday, [staff.id])),
    imports: part('students:write', () => one(deps.db, importsToday, [staff.id])),
    requests: part('requests:read', () => readRequests(deps, staff)),
    review: part('payments:read', () => countReview(deps, staff)),
    restore: part('payments:read', () => readRestore(deps, staff)),
    backup: part('backups:read', () => readBackupState(deps)),
    money: part('payments:read', () => one(deps.db, moneyToday, [day])),
    owed: part('plans:read', () => readOwed(deps, staff)),
    questions: part('questions:read', () => countQuestions(deps, staff)),
    waitlist: part('enrolments:read', () => one(deps.db, waitlistToday)),
    course_reviews: part('reviews:read', () => countReviews(deps, staff)),
    failures: part('failures:read', () => countFailures(deps, staff)),
    filling: part('batches:read', () => rows(deps.db, fillingBatches, [fillingDays, shownToday])),
  }
  const read = await Promise.all(Object.entries(parts).map(async ([name, value]) => [name, await value] as const))
  return { day, is_demo: deps.config.environment === 'demo', ...Object.fromEntries(read) } as Today
}

/** Classes of one day; a school with more looks into its batches. */
const mostClasses = 50

async function readClasses(deps: Deps, staff: Staff, day: string): Promise<Today['classes']> {
  const page = { limit: mostClasses, sort: 'starts_at' }
  return (await sessionRecords.list(deps, staff, { filter: { from: day, to: day }, page })).items
}

async function readLeads(deps: Deps, staff: Staff): Promise<Today['leads']> {
  const filter = { state: 'todo' } as const
  const [todo, late, { items }] = await Promise.all([
    leadRecords.count(deps, staff, { filter }),
    leadRecords.count(deps, staff, { filter: { ...filter, is_late: true } }),
    leadRecords.list(deps, staff, { filter, page: { limit: shownToday, sort: 'due_at' } }),
  ])
  return { todo, late, oldest: items }
}

async function countQuestions(deps: Deps, staff: Staff): Promise<Today['questions']> {
  const filter = { state: 'waiting' } as const
  const [waiting, late] = await Promise.all([
    questionRecords.count(deps, staff, { filter }),
    questionRecords.count(deps, staff, { filter: { ...filter, is_late: true } }),
  ])
  return { waiting, late }
}

async function countReviews(deps: Deps, staff: Staff): Promise<Today['course_reviews']> {
  const filter = { state: 'waiting' } as const
  const [waiting, { items }] = await Promise.all([
    reviewRecords.count(deps, staff, { filter }),
    reviewRecords.list(deps, staff, { filter, page: { limit: 1, sort: 'changed_at' } }),
  ])
  return { waiting, oldest_at: items[0]?.changed_at ?? null }
}

async function readRequests(deps: Deps, staff: Staff): Promise<Today['requests']> {
  const filter = { status: 'open' } as const
  const [open, { items }] = await Promise.all([
    requestRecords.count(deps, staff, { filter }),
    requestRecords.list(deps, staff, { filter, page: { limit: 1, sort: 'created_at' } }),
  ])
  return { open, oldest_at: items[0]?.created_at ?? null }
}

async function readRestore(deps: Deps, staff: Staff): Promise<Today['restore']> {
  const { restore, waiting } = await readSeries(deps, staff)
  return restore && { snapshot_at: restore.snapshot_at.toISOString(), waiting }
}

import { type Permission, allows } from '#contract/permissions.ts'
import { foundOfKind, type StaffFound } from '#contract/desk/staff/search.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { seesBatch } from '#server/classes/sessions/taught-classes.ts'
import { plannedEachTime, rows, type Statement, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { holdersOfPhone, studentsFound, studentWords } from '#server/people/accounts/student-words.ts'
import { containing } from '#server/platform/db/containing.ts'
import { holdersOfAddress, isAddress, wholeAddress } from '#server/platform/db/whole-address.ts'
import { payersOf } from '#server/money/invoicing/payers-of.ts'
import { pageSources } from '#server/site/search/page-sources.ts'

/** A kind of record: who may find it, and the statement that does. Titles that begin with the query come first. */
interface Source {
  permission: Permission
  find: Statement<StaffFound>
  /** Finds by a whole address, in place of the other. Other sources find nothing by one. */
  findAddress?: Statement<StaffFound>
  /** The statement finds records of one person: its last value is who asks. */
  own?: true
}

const findCourses = statement<StaffFound>(
  'find_courses',
  `select 'courses' as resource, id, title, category || case publication when 'published' then '' else ', ' || publication end as note
   from courses
   where position(folded($1) in folded(title || ' ' || category)) > 0
   order by position(folded($1) in folded(title)) <> 1, position(folded($1) in folded(title)) = 0, title, id
   limit $2`,
)
const findInstructors = statement<StaffFound>(
  'find_instructors',
  `select 'instructors' as resource, id, name as title, coalesce(nullif(background, ''), bio) as note
   from instructors
   where position(folded($1) in folded(name || ' ' || background)) > 0
   order by archived, position(folded($1) in folded(name)) <> 1, position(folded($1) in folded(name)) = 0, name, id
   limit $2`,
)
const findCompanies = statement<StaffFound>(
  'find_companies',
  `select 'companies' as resource, id, name as title, industry || ', ' || city as note
   from companies
   where position(folded($1) in folded(name || ' ' || industry || ' ' || city)) > 0
   order by position(folded($1) in folded(name)) <> 1, position(folded($1) in folded(name)) = 0, name, id
   limit $2`,
)

// Those that are not over come first, then the one that starts next.
const findBatches = plannedEachTime(
  statement<StaffFound>(
    'find_batches',
    `select 'batches' as resource, b.id, c.title,
     'Batch ' || b.id || ', ' || to_char(b.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY') || ', ' || i.name as note
   from batches b join courses c on c.id = b.course_id join instructors i on i.id = b.instructor_id
   where b.course_id = any (array(select t.id from courses t where position(folded($1) in folded(t.title)) > 0))
     or b.instructor_id = any (array(select t.id from instructors t where position(folded($1) in folded(t.name)) > 0))
     or position(folded($1) in 'batch ' || case when $1 ~ '[0-9]' then b.id::text else '' end) > 0
   order by b.ends_at <= app_now(), position(folded($1) in folded(c.title)) <> 1, b.starts_at, b.id
   limit $2`,
  ),
)

// Those that the person teaches, or has a class of as a substitute.
const findOwnBatches = statement<StaffFound>(
  'find_own_batches',
  `select 'own-batches' as resource, b.id, c.title,
     'Batch ' || b.id || ', ' || to_char(b.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY') as note
   from batches b join courses c on c.id = b.course_id
   where position(folded($1) in folded(c.title || ' batch ' || b.id)) > 0 and ${seesBatch('b.id', '$3')}
   order by b.ends_at <= app_now(), position(folded($1) in folded(c.title)) <> 1, b.starts_at, b.id
   limit $2`,
)

// The id, the reference or the receipt of a payment finds who paid, and a phone number its holder.
const studentFound = `select 'students' as resource, u.id, u.full_name as title,
     u.email || case when u.disabled_at is not null then ', disabled' when u.verified_at is null then ', unverified' else '' end as note`
const findStudents = plannedEachTime(
  statement<StaffFound>(
    'find_students',
    `with found as (${studentsFound('$1', '$2', 'u.erased_at is null', `${payersOf('$1')} union all ${holdersOfPhone('$1')}`)})
   ${studentFound}
   from found f join users u on u.id = f.id
   order by f.place, folded(u.full_name), u.id
   limit $2`,
  ),
)
const findStudentsByAddress = plannedEachTime(
  statement<StaffFound>(
    'find_students_by_address',
    `${studentFound} from users u where u.id = any (array(${holdersOfAddress('$1')})) order by u.email limit $2`,
  ),
)
// Open ones come first, then the newest. Those of a form and those of a checkout that was left are found apart, each by its index.
const newestLeads = 'order by l.closed_at is not null, l.received_at desc, l.id desc limit $2'
const enquiryWords = `e.name || ' ' || coalesce(e.email, '') || ' ' || coalesce(e.phone, '') || ' ' || coalesce(e.company_name, '') || ' '
    || coalesce(e.institution, '')`
const leadFound = `select 'leads' as resource, l.id, f.name as title,
     concat_ws(', ', coalesce(f.about, 'Lead'), to_char(l.received_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY'),
       case when l.closed_at is not null then 'closed' end) as note`
const findLeadsByAddress = plannedEachTime(
  statement<StaffFound>(
    'find_leads_by_address',
    `${leadFound}
   from (
     select l.id, e.name, coalesce(e.course_name, e.company_name, e.institution) as about
     from enquiries e join leads l on l.enquiry_id = e.id where ${isAddress('e.email', '$1')}
     union all
     select l.id, u.full_name, o.course_title from users u join payment_orders o on o.user_id = u.id join leads l on l.order_id = o.id
     where u.id = any (array(${holdersOfAddress('$1')}))
   ) f join leads l on l.id = f.id
   ${newestLeads}`,
  ),
)
const findLeads = plannedEachTime(
  statement<StaffFound>(
    'find_leads',
    `with asked as (
     select l.id, e.name, coalesce(e.course_name, e.company_name, e.institution) as about from leads l join enquiries e on e.id = l.enquiry_id
     where folded(${enquiryWords}) like ${containing('$1')}
       or e.id = any (array(select p.id from enquiries p where p.phone = $1))
     ${newestLeads}
   ), left_orders as (
     select l.id, u.full_name, o.course_title from leads l join payment_orders o on o.id = l.order_id join users u on u.id = o.user_id
     where folded(${studentWords('u')}) like ${containing('$1')} or u.id = any (array(${holdersOfPhone('$1')}))
     ${newestLeads}
   )
   ${leadFound}
   from (select * from asked union all select * from left_orders) f join leads l on l.id = f.id
   ${newestLeads}`,
  ),
)

const sources: readonly Source[] = [
  { permission: 'students:read', find: findStudents, findAddress: findStudentsByAddress },
  { permission: 'leads:read', find: findLeads, findAddress: findLeadsByAddress },
  { permission: 'courses:read', find: findCourses },
  { permission: 'instructors:read', find: findInstructors },
  { permission: 'batches:read', find: findBatches },
  { permission: 'teaching:own', find: findOwnBatches, own: true },
  { permission: 'companies:read', find: findCompanies },
  ...pageSources,
]

/** Returns the matching records of every kind that the role may read. */
export async function searchForStaff(
  deps: Deps,
  staff: Staff,
  { query: { q } }: { query: { q: string } },
): Promise<StaffFound[]> {
  const allowed = sources.filter(({ permission }) => allows(staff.roles, permission))
  const address = wholeAddress(q)
  const found = await Promise.all(
    address === null
      ? allowed.map(({ find, own }) => rows(deps.db, find, [q, foundOfKind, ...(own ? [staff.id] : [])]))
      : // No title has an address.
        allowed.flatMap(({ findAddress }) => (findAddress ? [rows(deps.db, findAddress, [address, foundOfKind])] : [])),
  )
  return found.flat()
}

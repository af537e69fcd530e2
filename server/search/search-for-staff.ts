import { type Permission, allows } from '#contract/staff/permissions.ts'
import { foundOfKind, type StaffFound } from '#contract/staff/search.ts'
import type { Staff } from '../auth/principal.ts'
import { rows, type Statement, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { holdersOfPhone, studentWords } from '../accounts/student-words.ts'
import { containing } from '../db/containing.ts'
import { payersOf } from '../payments/payers-of.ts'
import { pageSources } from './page-sources.ts'

/** A kind of record: who may find it, and the statement that does. Titles that begin with the query come first. */
interface Source {
  permission: Permission
  find: Statement<StaffFound>
  /** The statement finds records of one person: its last value is who asks. */
  own?: true
}

const findCourses = statement<StaffFound>(
  'find_courses',
  `select 'courses' as resource, id, title, category || case publication when 'published' then '' else ', ' || publication end as note
   from courses
   where position(lower($1) in lower(title || ' ' || category)) > 0
   order by position(lower($1) in lower(title)) <> 1, position(lower($1) in lower(title)) = 0, title, id
   limit $2`,
)
const findInstructors = statement<StaffFound>(
  'find_instructors',
  `select 'instructors' as resource, id, name as title, coalesce(nullif(background, ''), bio) as note
   from instructors
   where position(lower($1) in lower(name || ' ' || background)) > 0
   order by archived, position(lower($1) in lower(name)) <> 1, position(lower($1) in lower(name)) = 0, name, id
   limit $2`,
)
const findCompanies = statement<StaffFound>(
  'find_companies',
  `select 'companies' as resource, id, name as title, industry || ', ' || city as note
   from companies
   where position(lower($1) in lower(name || ' ' || industry || ' ' || city)) > 0
   order by position(lower($1) in lower(name)) <> 1, position(lower($1) in lower(name)) = 0, name, id
   limit $2`,
)

// Those that are not over come first, then the one that starts next.
const findBatches = statement<StaffFound>(
  'find_batches',
  `select 'batches' as resource, b.id, c.title,
     'Batch ' || b.id || ', ' || to_char(b.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY') || ', ' || i.name as note
   from batches b join courses c on c.id = b.course_id join instructors i on i.id = b.instructor_id
   where position(lower($1) in lower(c.title || ' ' || i.name || ' batch ' || b.id)) > 0
   order by b.ends_at <= app_now(), position(lower($1) in lower(c.title)) <> 1, b.starts_at, b.id
   limit $2`,
)

// Those that the person teaches, or has a class of as a substitute.
const findOwnBatches = statement<StaffFound>(
  'find_own_batches',
  `select 'own-batches' as resource, b.id, c.title,
     'Batch ' || b.id || ', ' || to_char(b.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY') as note
   from batches b join courses c on c.id = b.course_id join instructors t on t.staff_id = $3
   where position(lower($1) in lower(c.title || ' batch ' || b.id)) > 0
     and (b.instructor_id = t.id or exists (select from class_sessions s where s.batch_id = b.id and s.instructor_id = t.id))
   order by b.ends_at <= app_now(), position(lower($1) in lower(c.title)) <> 1, b.starts_at, b.id
   limit $2`,
)

// The id, the reference or the receipt of a payment finds who paid, and a phone number is found as people write it.
const findStudents = statement<StaffFound>(
  'find_students',
  `select 'students' as resource, u.id, u.full_name as title,
     u.email || case when u.disabled_at is not null then ', disabled' when u.verified_at is null then ', unverified' else '' end as note
   from users u
   where u.erased_at is null and (lower(${studentWords('u')}) like ${containing('$1')}
     or u.id = any (array(${payersOf('$1')} union all ${holdersOfPhone('$1')})))
   order by position(lower($1) in lower(u.full_name)) <> 1, position(lower($1) in lower(u.full_name)) = 0, u.full_name, u.id
   limit $2`,
)
// Open ones come first, then the newest.
const findLeads = statement<StaffFound>(
  'find_leads',
  `select 'leads' as resource, l.id, coalesce(e.name, u.full_name) as title,
     concat_ws(', ', coalesce(e.course_name, o.course_title, e.company_name, e.institution, 'Lead'),
       to_char(l.received_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY'), case when l.closed_at is not null then 'closed' end) as note
   from leads l left join enquiries e on e.id = l.enquiry_id left join payment_orders o on o.id = l.order_id
   left join users u on u.id = o.user_id
   where position(lower($1) in lower(concat_ws(' ', e.name, e.email, e.phone, e.company_name, e.institution, u.full_name, u.email, u.phone))) > 0
     or $1 similar to '[+0-9 ()-]{10,20}' and coalesce(e.phone, u.phone) = right(regexp_replace($1, '[^0-9]', '', 'g'), 10)
   order by l.closed_at is not null, l.received_at desc, l.id desc
   limit $2`,
)

const sources: readonly Source[] = [
  { permission: 'students:read', find: findStudents },
  { permission: 'leads:read', find: findLeads },
  { permission: 'courses:read', find: findCourses },
  { permission: 'instructors:read', find: findInstructors },
  { permission: 'batches:read', find: findBatches },
  { permission: 'teaching:own', find: findOwnBatches, own: true },
  { permission: 'companies:read', find: findCompanies },
  ...pageSources,
]

/** Returns the matching records of every kind that the role may read. */
export async function searchForStaff(deps: Deps, staff: Staff, { query }: { query: { q: string } }): Promise<StaffFound[]> {
  const allowed = sources.filter(({ permission }) => allows(staff.role, permission))
  const found = await Promise.all(
    allowed.map(({ find, own }) => rows(deps.db, find, [query.q, foundOfKind, ...(own ? [staff.id] : [])])),
  )
  return found.flat()
}

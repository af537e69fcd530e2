import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { percentOf } from '#server/platform/db/seed/load-students.ts'
import { namedStudents } from './named-students.ts'
import type { PlannedEnrolment } from './past.ts'

// Nobody can have these GSTINs: their PANs have the number 0000, which is never given. Their check digits are right.
const gstinOfSchool = '27ZZZCK0000L1Z8'
const companies = [
  { gstin: '27ZZZCS0000R1ZO', company_name: 'Sahyadri Toolroom Private Limited', address: '7 Bhosari Road, Pune 411026' },
  {
    gstin: '29ZZZCD0000W1ZP',
    company_name: 'Deccan Weighbridge Private Limited',
    address: '31 Peenya Main Road, Bengaluru 560058',
  },
  { gstin: '36ZZZFM0000T1ZL', company_name: 'Musi Threads LLP', address: '5 Begum Bazaar Lane, Hyderabad 500012' },
  {
    gstin: '24ZZZCN0000P1Z3',
    company_name: 'Narmada Packaging Private Limited',
    address: '18 Makarpura Estate, Vadodara 390010',
  },
]
/** Every so many'th purchase is of a student whose employer pays. */
const purchasesPerCompany = 17

const registerForTax = statement(
  'register_for_tax',
  `update site_settings set settings = settings || jsonb_build_object('gstin', $1::text)`,
)
// More than half of the students are of the school's State, or have not said where they live.
const saveBuyersOfPast = statement(
  'save_buyers_of_past',
  `insert into buyers (user_id, state_code, company_name, gstin, address, saved_at)
   select u.id, coalesce(left(g.gstin, 2), case when h.home < 45 then '27' when h.home < 55 then '29' when h.home < 63 then '36'
       when h.home < 70 then '24' when h.home < 76 then '33' else '07' end),
     g.company_name, g.gstin, g.address, u.created_at + interval '10 minutes'
   from users u
   cross join lateral (select ${percentOf(`u.email || ' lives'`)} as home) h
   left join jsonb_to_recordset($1::jsonb) as g (user_id bigint, company_name text, gstin text, address text) on g.user_id = u.id
   where u.created_at < app_now() and u.verified_at is not null and (h.home < 82 or g.user_id is not null)`,
)

/** Registers the school for GST, and says for whom its students buy: most for themselves, in several States. */
export async function buyForCompanies(tx: Queryable, plan: readonly PlannedEnrolment[]): Promise<void> {
  const named = new Set(namedStudents.map(({ email }) => email))
  const others = plan.filter(({ email }) => !named.has(email))
  const buyers = new Map(
    others.flatMap(({ user_id: id }, place) =>
      place % purchasesPerCompany === 5 ? [[id, companies[id % companies.length]] as const] : [],
    ),
  )
  await rows(tx, registerForTax, [gstinOfSchool])
  await rows(tx, saveBuyersOfPast, [JSON.stringify([...buyers].map(([id, company]) => ({ ...company, user_id: id })))])
}

import type { z } from 'zod'
import type { enquiries } from '#contract/staff/leads.ts'
import { keyset } from '../db/keyset.ts'
import { row, statement } from '../db/query.ts'
import { notFound } from '../errors.ts'
import type { ReadVerbs } from '../http/resource.ts'

type Enquiry = z.output<typeof enquiries.record>

const columns = `id, kind, name, email, phone, course_name as course, company_name as company, department, institution, url, message,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`
const midnight = (day: string) => `(${day})::timestamp at time zone 'Asia/Kolkata'`

const list = keyset<Enquiry>({
  name: 'enquiries_for_staff',
  select: columns,
  from: 'enquiries',
  where: `($1::text is null
      or position(lower($1) in lower(concat_ws(' ', name, email, phone, company_name, institution, course_name, message))) > 0)
    and ($2::text is null or kind = $2)
    and ($3::date is null or created_at >= ${midnight('$3::date')}) and ($4::date is null or created_at < ${midnight('$4::date + 1')})`,
  filters: 4,
  sorts: { id: 'bigint', created_at: { type: 'timestamptz', sql: 'enquiries.created_at' } },
})
const enquiryForStaff = statement<Enquiry>('enquiry_for_staff', `select ${columns} from enquiries where id = $1`)

type Filter = Parameters<ReadVerbs<typeof enquiries>['count']>[2]['filter']

const filtersOf = ({ q, kind, from, to }: Filter) => [q, kind, from, to].map((value) => value ?? null)

export const enquiryList: ReadVerbs<typeof enquiries> = {
  list: (deps, _staff, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(filter) }),
  count: (deps, _staff, { filter }) => list.count(deps.db, filtersOf(filter)),
  async read(deps, _staff, { id }) {
    const enquiry = await row(deps.db, enquiryForStaff, [id])
    if (!enquiry) throw notFound()
    return enquiry
  },
}

import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { companies } from '#contract/staff/companies.ts'
import { staffTransaction } from '../../audit/staff-transaction.ts'
import type { Staff } from '../../auth/principal.ts'
import { row, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { companyColumns } from './company-list.ts'
import { companyNameTaken } from './company-name-taken.ts'

type Create = (typeof companies)['endpoints']['create']

const insertCompany = statement<AnswerOf<Create>>(
  'insert_company',
  `insert into companies (name, industry, city, why, is_partner, is_alumni_employer) values ($1, $2, $3, $4, $5, $6)
   on conflict (name) do nothing returning ${companyColumns}`,
)

/** @throws HttpError 409 when another company has the name */
export async function createCompany(
  deps: Deps,
  staff: Staff,
  { body }: Pick<ParsedOf<Create>, 'body'>,
): Promise<AnswerOf<Create>> {
  const values = [body.name, body.industry, body.city, body.why, body.is_partner, body.is_alumni_employer]
  return staffTransaction(deps, staff, async (tx) => {
    const made = await row(tx, insertCompany, values)
    if (!made) throw companyNameTaken()
    return made
  })
}

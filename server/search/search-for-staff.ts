import { type Permission, allows } from '#contract/staff/permissions.ts'
import { foundOfKind, type StaffFound } from '#contract/staff/search.ts'
import type { Staff } from '../auth/principal.ts'
import { rows, type Statement, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { pageSources } from './page-sources.ts'

/** A kind of record: who may find it, and the statement that does. Titles that begin with the query come first. */
interface Source {
  permission: Permission
  find: Statement<StaffFound>
}

const findCompanies = statement<StaffFound>(
  'find_companies',
  `select 'companies' as resource, id, name as title, industry || ', ' || city as note
   from companies
   where position(lower($1) in lower(name || ' ' || industry || ' ' || city)) > 0
   order by position(lower($1) in lower(name)) <> 1, position(lower($1) in lower(name)) = 0, name, id
   limit $2`,
)

const sources: readonly Source[] = [{ permission: 'companies:read', find: findCompanies }, ...pageSources]

/** Returns the matching records of every kind that the role may read. */
export async function searchForStaff(deps: Deps, staff: Staff, { query }: { query: { q: string } }): Promise<StaffFound[]> {
  const allowed = sources.filter(({ permission }) => allows(staff.role, permission))
  const found = await Promise.all(allowed.map(({ find }) => rows(deps.db, find, [query.q, foundOfKind])))
  return found.flat()
}

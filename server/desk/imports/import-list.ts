import type { ImportRecord, imports, PaidLines } from '#contract/desk/staff/imports.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'
import { readApprovalLimit } from '#server/platform/settings/site-settings.ts'
import { secondPerson } from './second-person.ts'
import type { TypedRow } from './typed-row.ts'

/** SQL that is true for the row `x` of the import `r` when its student is to be invited and has no invitation yet. */
export const toInvite = `x.import_id = r.id and x.outcome in ('account_and_enrolment', 'account', 'enrolment')
  and (x.enrolment_id is null or exists (select 1 from active_enrolments e where e.id = x.enrolment_id))
  and exists (select 1 from users u where u.id = x.user_id and u.disabled_at is null)
  and not exists (select 1 from mail_outbox m where m.cause = 'import-invitation:' || r.id || ':' || x.user_id)`

const columns = `r.id, r.version, r.file_name, r.reason, s.name as staff, r.state, r.hash, r.lines, r.accounts, r.enrolments, r.unchanged,
  r.problems, r.payments, r.waiting, r.paid, r.columns, r.invited, r.accounts_left,
  (select count(distinct lower(x.email))::int from student_import_rows x
   where x.import_id = r.id and (x.problem = 'needs_approval' or r.state = 'checked' and x.payment = 'waits')) as needs_approval,
  r.received_paise, r.given_paise, r.asked_by, asker.name as asked_by_name, ${isoInstant('r.asked_at')} as asked_at,
  ${secondPerson.deciders} as deciders, ${isoInstant(`(${secondPerson.aloneFrom})`)} as alone_from,
  decider.name as decided_by_name, ${isoInstant('r.decided_at')} as decided_at, r.answer,
  case when r.state = 'done' then (select count(distinct x.user_id)::int from student_import_rows x where ${toInvite}) else 0 end as to_invite,
  ${isoInstant('r.created_at')} as created_at, ${isoInstant('r.ran_at')} as ran_at, ${isoInstant('r.undone_at')} as undone_at`

const joined = `join staff s on s.id = r.staff_id left join staff asker on asker.id = r.asked_by
  left join staff decider on decider.id = r.decided_by`

type Stored = Omit<ImportRecord, 'approval_above_paise'>
const list = keyset<Stored>({
  name: 'imports_for_staff',
  select: columns,
  from: `student_imports r ${joined}`,
  where: `($1::text is null or position(folded($1) in folded(r.file_name || ' ' || r.reason || ' ' || s.name)) > 0)
    and ($2::text is null or r.state = $2)`,
  filters: 2,
  sorts: { created_at: { type: 'timestamptz', sql: 'r.created_at' }, id: { type: 'integer', sql: 'r.id' } },
  id: 'r.id',
})
const importForStaff = statement<Stored>('import_for_staff', `select ${columns} from student_imports r ${joined} where r.id = $1`)

type Filter = Parameters<ReadVerbs<typeof imports>['total']>[2]['filter']
const filtersOf = ({ q, state }: Filter) => [q ?? null, state ?? null]

/** @throws HttpError 404 */
export async function findImport(db: Queryable, id: number): Promise<ImportRecord> {
  const found = await row(db, importForStaff, [id])
  if (!found) throw notFound()
  return { ...found, approval_above_paise: await readApprovalLimit({ db }) }
}

export const importList: ReadVerbs<typeof imports> = {
  async list(deps, _staff, { filter, page }) {
    const found = await list.page(deps.db, { ...page, filters: filtersOf(filter) })
    const approval_above_paise = await readApprovalLimit(deps)
    return { ...found, items: found.items.map((record) => ({ ...record, approval_above_paise })) }
  },
  total: (deps, _staff, { filter }) => list.total(deps.db, filtersOf(filter)),
  read: (deps, _staff, { id }) => findImport(deps.db, id),
}

export interface LockedImport {
  id: number
  version: number
  state: ImportRecord['state']
  hash: string
  file_hash: string
  paid: PaidLines | null
  asked_by: number | null
  asked_at: string | null
  reason: string
  /** Lines that are there. Those of erased students are gone, and after the retention all. */
  stored: number
}

const lockImportRow = statement<LockedImport>(
  'lock_import_row',
  `select r.id, r.version, r.state, r.hash, r.file_hash, r.paid, r.asked_by, ${isoInstant('r.asked_at')} as asked_at, r.reason,
     (select count(*)::int from student_import_rows x where x.import_id = r.id) as stored
   from student_imports r where r.id = $1 for update`,
)
const typedRows = statement<TypedRow>(
  'typed_rows',
  `select line, name, email, phone, batch, amount, method, reference, received_on
   from student_import_rows where import_id = $1 order by line`,
)

/** Locks an import, so that of two acts at once the second one sees the first. @throws HttpError 404 */
export async function lockImport(tx: Queryable, id: number): Promise<LockedImport> {
  const found = await row(tx, lockImportRow, [id])
  if (!found) throw notFound()
  return found
}

export async function readTypedRows(tx: Queryable, importId: number): Promise<TypedRow[]> {
  return rows(tx, typedRows, [importId])
}

import type { AuditEntry, audit } from '#contract/staff/audit.ts'
import { keyset } from '../db/keyset.ts'
import { row, statement } from '../db/query.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { midnightSql } from '../db/days-in-india.ts'
import { notFound } from '../errors.ts'
import type { ReadVerbs } from '../http/resource.ts'

const columns = `r.id, ${isoInstant('r.at')} as at, r.actor_kind, r.actor_id,
  m.name as actor_name, m.email as actor_email, r.table_name as subject, r.row_id as subject_id,
  audited_name(r.table_name, r.row_id) as name, r.operation, r.changes`

const entryList = keyset<AuditEntry>({
  name: 'audit_entries',
  select: columns,
  from: `audit_log r left join staff m on r.actor_kind = 'staff' and m.id = r.actor_id`,
  where: `($1::text is null or position(lower($1) in lower(r.table_name || ' ' || r.row_id || ' ' || coalesce(m.name || ' ' || m.email, ''))) > 0)
    and ($2::bigint is null or r.actor_kind = 'staff' and r.actor_id = $2)
    and ($3::text is null or r.table_name = $3) and ($4::text is null or r.row_id = $4)
    and ($5::date is null or r.at >= ${midnightSql('$5::date')}) and ($6::date is null or r.at < ${midnightSql('$6::date + 1')})`,
  filters: 6,
  sorts: { id: { type: 'bigint', sql: 'r.id' } },
  id: 'r.id',
})
const auditEntry = statement<AuditEntry>(
  'audit_entry',
  `select ${columns} from audit_log r left join staff m on r.actor_kind = 'staff' and m.id = r.actor_id where r.id = $1`,
)

type Filter = Parameters<ReadVerbs<typeof audit>['count']>[2]['filter']

const filtersOf = ({ q, actor, subject, subject_id: subjectId, from, to }: Filter) =>
  [q, actor, subject, subjectId, from, to].map((value) => value ?? null)

/** Staff read the log; nobody writes it but the triggers. */
export const auditEntries: ReadVerbs<typeof audit> = {
  list: (deps, _staff, { filter, page }) => entryList.page(deps.db, { ...page, filters: filtersOf(filter) }),
  count: (deps, _staff, { filter }) => entryList.count(deps.db, filtersOf(filter)),
  async read(deps, _staff, { id }) {
    const entry = await row(deps.db, auditEntry, [id])
    if (!entry) throw notFound()
    return entry
  },
}

import { type AuditEntry, entriesShown } from '#contract/platform/staff/audit.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { entryColumns, sameTransaction } from './audit-entries.ts'

const transactionOfEntry = statement<AuditEntry & { total: number }>(
  'transaction_of_entry',
  `select ${entryColumns}, count(*) over ()::int as total
   from audit_log o join audit_log r on ${sameTransaction('r', 'o')}
   left join staff m on r.actor_kind = 'staff' and m.id = r.actor_id
   where o.id = $1 order by r.id limit $2`,
)

/** @throws HttpError 404 */
export async function readAuditTransaction(
  deps: Deps,
  _staff: Staff,
  { params: { id } }: { params: { id: number } },
): Promise<{ items: AuditEntry[]; total: number }> {
  const items = await rows(deps.db, transactionOfEntry, [id, entriesShown])
  const [first] = items
  if (!first) throw notFound()
  return { items, total: first.total }
}

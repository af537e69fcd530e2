import { countedRows } from '#contract/resource.ts'
import type { AuditEntry, AuditTransaction, audit } from '#contract/platform/staff/audit.ts'
import { keyset, totalOf } from '#server/platform/db/keyset.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { midnightSql } from '#server/platform/db/days-in-india.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'

/** SQL of the list that an export has. */
const nameOfExport = (entry: string) =>
  `case when ${entry}.table_name = 'list_exports' then (select x.list from list_exports x where x.id = ${entry}.row_id::bigint) end`
/** SQL of the student whose records an export has, by the filter that it names. */
const studentOfExport = (entry: string) =>
  `case when ${entry}.table_name = 'list_exports' then (${entry}.changes #>> '{filter,after,student}')::bigint end`
/**
 * SQL of the ids of the entries about one student or one payment, as an array that is read once. The entries of each record are
 * looked up by its key, which `offset 0` holds the planner to: it knows nothing of how few records belong to a student.
 */
const entriesOf = (filter: 'student' | 'payment', value: string) =>
  `array(select l.id from (
       select s.table_name, s.row_id from audited_rows_of_${filter}(${value}) s
       union all select 'list_exports', x.id::text from list_exports x where x.filter ->> '${filter}' = ${value}::text) k
     cross join lateral (select l.id from audit_log l where l.table_name = k.table_name and l.row_id = k.row_id offset 0) l)`

/** SQL of the fields of an entry `r` of the log and its member of staff `m`. */
export const entryColumns = `r.id, ${isoInstant('r.at')} as at, r.actor_kind, r.actor_id,
  m.name as actor_name, m.email as actor_email, r.table_name as subject, r.row_id as subject_id,
  coalesce(audited_name(r.table_name, r.row_id), ${nameOfExport('r')}) as name,
  (select u.full_name from users u where u.id = coalesce(audited_student(r.table_name, r.row_id), ${studentOfExport('r')})) as student,
  r.operation, r.changes, audited_names(r.table_name, r.row_id, r.changes) as names`

const sorts = { id: { type: 'bigint', sql: 'r.id' } } as const

/** Conditions of the filters, which are eight parameters. @param entry alias of the log */
const matches = (
  entry: string,
) => `($1::text is null or position(folded($1) in ${entry}.table_name) > 0 or position(folded($1) in folded(${entry}.row_id)) > 0
      or ${entry}.actor_kind = 'staff' and ${entry}.actor_id = any (array(
        select s.id from staff s where position(folded($1) in folded(s.name || ' ' || s.email)) > 0)))
    and ($2::bigint is null or ${entry}.actor_kind = 'staff' and ${entry}.actor_id = $2)
    and ($3::text is null or ${entry}.table_name = $3) and ($4::text is null or ${entry}.row_id = $4)
    and ($5::date is null or ${entry}.at >= ${midnightSql('$5::date')}) and ($6::date is null or ${entry}.at < ${midnightSql('$6::date + 1')})
    and ($7::bigint is null or ${entry}.id = any (${entriesOf('student', '$7')}))
    and ($8::bigint is null or ${entry}.id = any (${entriesOf('payment', '$8')}))`

/**
 * SQL: whether two entries were written in one transaction. All its entries have its time, to the microsecond, and its actor.
 * The log has no number of the transaction, because such a number means nothing after an import into another database.
 */
export const sameTransaction = (one: string, other: string) =>
  `${one}.at = ${other}.at and ${one}.actor_kind = ${other}.actor_kind and coalesce(${one}.actor_id, 0) = coalesce(${other}.actor_id, 0)`

/** Tables whose rows say what a person did, before those that changed along with them. */
const telling = [
  'batch_cancellations',
  'student_imports',
  'arrivals',
  'attendance_imports',
  'offline_payments',
  'enrolment_moves',
  'refunds',
  'purchase_requests',
  'enrolments',
  'lead_messages',
  'lead_notes',
  'leads',
  'messages',
  'batches',
  'batch_patterns',
  'holidays',
  'class_sessions',
  'staff',
  'users',
]
const tellingTables = telling.map((table) => `'${table}'`).join(', ')
/** Columns of a batch that follow from its classes and its pattern. */
const derivedColumns = `'{starts_at,ends_at,time_text,class_minutes,weekdays,instructor_name}'::text[]`
/**
 * SQL: the place of an entry among those of its transaction. An erasure, a question to a second person and its answer say more
 * than what they changed.
 */
const rank = (entry: string) => `(case
    when ${entry}.table_name = 'users' and ${entry}.changes #>> '{erased_at,after}' is not null then 0
    when ${entry}.table_name = 'approvals' and (${entry}.operation = 'update' or ${entry}.changes #>> '{state,after}' = 'waiting') then 0
    when ${entry}.table_name = 'batches' and ${entry}.operation = 'update' and ${entry}.changes - ${derivedColumns} = '{}' then 100
    else coalesce(array_position(array[${tellingTables}], ${entry}.table_name), 50) end, ${entry}.id)`

const entryList = keyset<AuditEntry>({
  name: 'audit_entries',
  select: entryColumns,
  from: `audit_log r left join staff m on r.actor_kind = 'staff' and m.id = r.actor_id`,
  where: matches('r'),
  filters: 8,
  sorts,
  id: 'r.id',
})
// The row of a transaction is its most telling entry of those that match.
const transactionList = keyset<AuditTransaction>({
  name: 'audit_transactions',
  select: `${entryColumns}, (select count(distinct (e.table_name, e.row_id))::int from audit_log e where ${sameTransaction('e', 'r')}) as records`,
  from: `audit_log r left join staff m on r.actor_kind = 'staff' and m.id = r.actor_id`,
  where: `${matches('r')} and not exists (
    select from audit_log e where ${sameTransaction('e', 'r')} and ${rank('e')} < ${rank('r')} and ${matches('e')})`,
  filters: 8,
  sorts,
  id: 'r.id',
})
// Ranks decide which entry leads a transaction, not how many there are.
const countAuditTransactions = statement<{ total: number }>(
  'count_audit_transactions',
  `select count(*)::int as total from (
     select distinct r.at, r.actor_kind, r.actor_id from audit_log r left join staff m on r.actor_kind = 'staff' and m.id = r.actor_id
     where ${matches('r')} limit ${countedRows + 1}) t`,
)
const auditEntry = statement<AuditEntry>(
  'audit_entry',
  `select ${entryColumns} from audit_log r left join staff m on r.actor_kind = 'staff' and m.id = r.actor_id where r.id = $1`,
)

type Verbs = ReadVerbs<typeof audit>
type Filter = Parameters<Verbs['total']>[2]['filter']

const filtersOf = ({ q, actor, subject, subject_id: subjectId, from, to, student, payment }: Filter) =>
  [q, actor, subject, subjectId, from, to, student, payment].map((value) => value ?? null)

/** Staff read the log; nobody writes it but the triggers. */
export const auditEntries: Verbs = {
  list: (deps, _staff, { filter, page }) => entryList.page(deps.db, { ...page, filters: filtersOf(filter) }),
  total: (deps, _staff, { filter }) => entryList.total(deps.db, filtersOf(filter)),
  async read(deps, _staff, { id }) {
    const entry = await row(deps.db, auditEntry, [id])
    if (!entry) throw notFound()
    return entry
  },
}

/** The same list with one row for each transaction. */
export const auditTransactions: Pick<ReadVerbs<typeof audit, AuditTransaction>, 'list' | 'total'> = {
  list: (deps, _staff, { filter, page }) => transactionList.page(deps.db, { ...page, filters: filtersOf(filter) }),
  total: async (deps, _staff, { filter }) => totalOf((await one(deps.db, countAuditTransactions, filtersOf(filter))).total),
}

/** Reads the newest transactions in which somebody changed what belongs to a student. */
export async function readStudentChanges(db: Queryable, studentId: number, limit: number): Promise<AuditTransaction[]> {
  return (await transactionList.page(db, { sort: '-id', limit, filters: filtersOf({ student: studentId }) })).items
}

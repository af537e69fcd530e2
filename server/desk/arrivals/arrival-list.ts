import type { ArrivalKind, ArrivalRecord, arrivals } from '#contract/desk/staff/arrivals.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'
import { kindsOf } from './kinds.ts'

const columns = `r.id, r.version, r.kind, r.file_name, r.source, s.name as staff, r.state, r.lines, r.additions, r.changes, r.unchanged,
  r.problems, r.done_lines, r.kept, r.columns, ${isoInstant('r.created_at')} as created_at, ${isoInstant('r.ran_at')} as ran_at,
  ${isoInstant('r.finished_at')} as finished_at`

const list = keyset<ArrivalRecord>({
  name: 'arrivals_for_staff',
  select: columns,
  from: `arrivals r join staff s on s.id = r.staff_id`,
  where: `r.kind = any ($1::text[])
    and ($2::text is null or position(folded($2) in folded(r.file_name || ' ' || r.source || ' ' || s.name)) > 0)
    and ($3::text is null or r.state = $3) and ($4::text is null or r.kind = $4)`,
  filters: 4,
  sorts: { created_at: { type: 'timestamptz', sql: 'r.created_at' }, id: { type: 'integer', sql: 'r.id' } },
  id: 'r.id',
})
const arrivalForStaff = statement<ArrivalRecord>(
  'arrival_for_staff',
  `select ${columns} from arrivals r join staff s on s.id = r.staff_id where r.id = $1 and r.kind = any ($2::text[])`,
)

type Filter = Parameters<ReadVerbs<typeof arrivals>['total']>[2]['filter']
const filtersOf = (staff: Staff, { q, state, kind }: Filter) => [kindsOf(staff), q ?? null, state ?? null, kind ?? null]

/** @throws HttpError 404, also for a kind that the roles of the person do not reach */
export async function findArrival(db: Queryable, staff: Staff, id: number): Promise<ArrivalRecord> {
  const found = await row(db, arrivalForStaff, [id, kindsOf(staff)])
  if (!found) throw notFound()
  return found
}

export const arrivalList: ReadVerbs<typeof arrivals> = {
  list: (deps, staff, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(staff, filter) }),
  total: (deps, staff, { filter }) => list.total(deps.db, filtersOf(staff, filter)),
  read: (deps, staff, { id }) => findArrival(deps.db, staff, id),
}

export interface LockedArrival {
  id: number
  version: number
  kind: ArrivalKind
  source: string
  state: ArrivalRecord['state']
  last_line: number
  run_by: number | null
  /** Lines that are there. After the retention all are gone. */
  stored: number
}

const lockArrivalRow = statement<LockedArrival>(
  'lock_arrival_row',
  `select r.id, r.version, r.kind, r.source, r.state, r.last_line, r.run_by,
     (select count(*)::int from arrival_rows x where x.arrival_id = r.id) as stored
   from arrivals r where r.id = $1 for update`,
)

/** Locks an arrival, so that of two acts or slices at once the second one sees the first. */
export const lockArrival = (tx: Queryable, id: number): Promise<LockedArrival | undefined> => row(tx, lockArrivalRow, [id])

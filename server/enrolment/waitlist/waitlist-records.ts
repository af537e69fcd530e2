import type { waitlist, WaitlistRecord } from '#contract/enrolment/staff/waitlist.ts'
import { dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { holdersOfAddress, wholeAddress } from '#server/platform/db/whole-address.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'
import { isOpen, placeNow, stateNow } from './own-entries.ts'

const columns = `w.id, w.version, w.batch_id, c.title as course, ${dayInIndiaSql('b.starts_at')} as batch_starts_on,
  w.user_id as student_id, u.full_name as student, u.email, ${placeNow('w')} as place, ${stateNow('w')} as state,
  ${isoInstant('w.joined_at')} as joined_at, ${isoInstant('w.offered_at')} as offered_at, ${isoInstant('w.offered_until')} as offered_until,
  ${isoInstant('w.closed_at')} as closed_at, w.closed_because, w.reason`

const list = keyset<WaitlistRecord>({
  name: 'waitlist_for_staff',
  select: columns,
  from: `waitlist_entries w join users u on u.id = w.user_id join batches b on b.id = w.batch_id join courses c on c.id = b.course_id`,
  where: `($1::text is null or position(folded($1) in folded(concat_ws(' ', u.full_name, u.email, c.title))) > 0)
    and ($2::integer is null or w.batch_id = $2) and ($3::bigint is null or w.user_id = $3)
    and ($4::text is null or ${stateNow('w')} = $4)
    and ($6::boolean is null or ${isOpen('w')} = $6)
    and ($5::text is null or w.user_id = any (array(${holdersOfAddress('$5::text')})))`,
  filters: 6,
  sorts: {
    turn: { type: 'numeric', sql: 'w.turn' },
    joined_at: { type: 'timestamptz', sql: 'w.joined_at' },
    id: { type: 'integer', sql: 'w.id' },
  },
  id: 'w.id',
})
const waitlistEntryForStaff = statement<WaitlistRecord>(
  'waitlist_entry_for_staff',
  `select ${columns}
   from waitlist_entries w join users u on u.id = w.user_id join batches b on b.id = w.batch_id join courses c on c.id = b.course_id
   where w.id = $1`,
)

type Filter = Parameters<ReadVerbs<typeof waitlist>['total']>[2]['filter']

function filtersOf({ q, batch, user, state, open }: Filter) {
  const address = wholeAddress(q)
  return [address === null ? q : null, batch, user, state, address, open].map((value) => value ?? null)
}

/** @throws HttpError 404 */
export async function findEntryForStaff(db: Queryable, id: number): Promise<WaitlistRecord> {
  const entry = await row(db, waitlistEntryForStaff, [id])
  if (!entry) throw notFound()
  return entry
}

export const waitlistRecords: ReadVerbs<typeof waitlist> = {
  list: (deps, _staff, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(filter) }),
  total: (deps, _staff, { filter }) => list.total(deps.db, filtersOf(filter)),
  read: (deps, _staff, { id }) => findEntryForStaff(deps.db, id),
}

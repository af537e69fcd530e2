import { changeBatch } from '#server/classes/batches/change-batch.ts'
import { joinWaitlist } from '#server/enrolment/waitlist/join-waitlist.ts'
import { tendWaitlists } from '#server/enrolment/waitlist/tend-waitlist.ts'
import { system } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import { after, type Happening, type Past, studentOf } from './past.ts'

interface Wish {
  user_id: number
  email: string
  full_name: string
}

/** Days before now at which one person after the other joins. */
const joins = [5.2, 4.1, 2.7, 1.3, 0.4]

// The demo sells nearly all seats of one batch.
const fullestBatchAhead = statement<{ id: number; version: number; taken: number }>(
  'fullest_batch_ahead',
  `select b.id, b.version, b.capacity - unheld_seats(b.id, b.capacity) as taken
   from batches b join courses c on c.id = b.course_id
   where b.published and c.published and b.cancelled_at is null and b.starts_at > $1::timestamptz + interval '6 days'
     and b.capacity is not null
   order by unheld_seats(b.id, b.capacity), b.starts_at, b.id limit 1`,
)
// Ishita first, so that whoever signs in as her has an offer.
const wishesOfFullBatch = statement<Wish>(
  'wishes_of_full_batch',
  `select u.id as user_id, u.email, u.full_name from users u
   where u.verified_at is not null and u.erased_at is null and u.created_at < $3::timestamptz - interval '6 days'
     and not exists (select from enrolments e where e.user_id = u.id and e.batch_id = $1)
   order by u.email <> 'ishita@students.example', md5(u.id::text) limit $2`,
)

/** The school closes a batch that is nearly full, and people wait. Some hours ago it has one seat more, which is offered to the first. */
export function waitForSeats({ deps, staff, now }: Past): Happening[] {
  let batch: { id: number; version: number; taken: number } | undefined
  let people: Wish[] = []
  const giveSeats = async (capacity: number) => {
    if (!batch) return
    const { version } = await changeBatch(deps, staff.content, { id: batch.id, versions: [batch.version], body: { capacity } })
    batch = { ...batch, version }
  }
  const join = (index: number) => async () => {
    const person = people[index]
    if (!batch || !person) return
    await joinWaitlist(deps, studentOf(person), { params: { id: batch.id }, query: undefined, body: undefined, ip: '127.0.0.1' })
  }
  return [
    {
      at: after(now, -5.4),
      async happen() {
        batch = await row(deps.db, fullestBatchAhead, [now])
        if (!batch) return
        await giveSeats(batch.taken)
        people = await rows(deps.db, wishesOfFullBatch, [batch.id, joins.length, now])
      },
    },
    ...joins.map((days, index) => ({ at: after(now, -days), happen: join(index) })),
    {
      at: after(now, -0.1),
      async happen() {
        if (!batch) return
        await giveSeats(batch.taken + 1)
        await tendWaitlists(deps, system)
      },
    },
  ]
}

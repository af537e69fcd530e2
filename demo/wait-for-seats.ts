import { changeBatch } from '#server/classes/batches/change-batch.ts'
import { joinWaitlist } from '#server/enrolment/waitlist/join-waitlist.ts'
import { tendWaitlists } from '#server/enrolment/waitlist/tend-waitlist.ts'
import { system } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import { after, type Happening, type Past, studentOf } from './past.ts'

/** Days before now at which one person after the other joins. */
const joins = [5.2, 4.1, 2.7, 1.3, 0.4]

const fullBatchAhead = statement<{ id: number; version: number; capacity: number }>(
  'full_batch_ahead',
  `select b.id, b.version, b.capacity from batches b join courses c on c.id = b.course_id
   where b.published and c.published and b.cancelled_at is null and b.starts_at > $1::timestamptz + interval '3 days'
     and unheld_seats(b.id, b.capacity) <= 0
   order by b.starts_at, b.id limit 1`,
)
// Ishita first, so that whoever signs in as her has an offer.
const wishesOfFullBatch = statement<{ user_id: number; email: string; full_name: string }>(
  'wishes_of_full_batch',
  `select u.id as user_id, u.email, u.full_name from users u
   where u.verified_at is not null and u.erased_at is null and u.created_at < $3::timestamptz - interval '6 days'
     and not exists (select from enrolments e where e.user_id = u.id and e.batch_id = $1)
   order by u.email <> 'ishita@students.example', md5(u.id::text) limit $2`,
)

/** People wait for a batch that is full. Some hours ago the school gave it one seat more, which is offered to the first of them. */
export function waitForSeats({ deps, staff, now }: Past): Happening[] {
  let batch: { id: number; version: number; capacity: number } | undefined
  let people: { user_id: number; email: string; full_name: string }[] = []
  const join = (index: number) => async () => {
    batch ??= await row(deps.db, fullBatchAhead, [now])
    if (!batch) return
    if (people.length === 0) people = await rows(deps.db, wishesOfFullBatch, [batch.id, joins.length, now])
    const person = people[index]
    if (person)
      await joinWaitlist(deps, studentOf(person), {
        params: { id: batch.id },
        query: undefined,
        body: undefined,
        ip: '127.0.0.1',
      })
  }
  return [
    ...joins.map((days, index) => ({ at: after(now, -days), happen: join(index) })),
    {
      at: after(now, -0.1),
      async happen() {
        if (!batch) return
        await changeBatch(deps, staff.content, {
          id: batch.id,
          versions: [batch.version],
          body: { capacity: batch.capacity + 1 },
        })
        await tendWaitlists(deps, system)
      },
    },
  ]
}

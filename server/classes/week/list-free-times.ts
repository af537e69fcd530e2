import { type FreeTimes, type listFreeTimes as contract, teachingHours } from '#contract/classes/staff/week.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { freeTimesSql } from '#server/classes/sessions/free-times.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readRange } from './read-range.ts'

const whoIsFree = statement<{ instructor: boolean; batch: boolean }>(
  'who_is_free',
  `select exists (select from instructors where id = $1) as instructor,
     $2::integer is null or exists (select from batches where id = $2) as batch`,
)
const freeTimes = statement<FreeTimes['free'][number]>(
  'free_times',
  `with free as (${freeTimesSql({
    firstDay: '$1::date',
    lastDay: '$2::date',
    opens: `interval '${teachingHours.from}'`,
    closes: `interval '${teachingHours.to}'`,
    instructor: '$3::integer',
    batch: '$4::integer',
    session: '$5::integer',
  })})
   select ${isoInstant('lower(f.times)')} as starts_at, ${isoInstant('upper(f.times)')} as ends_at
   from free f
   where upper(f.times) - lower(f.times) >= make_interval(mins => $6)
   order by f.times`,
)

/** Returns when an instructor and a batch have no class within the teaching hours. @throws HttpError 404 */
export async function listFreeTimes(
  { db }: Pick<Deps, 'db'>,
  _staff: Staff,
  { instructor, batch, session, minutes, ...asked }: ParsedOf<typeof contract>['query'],
): Promise<FreeTimes> {
  const found = await one(db, whoIsFree, [instructor, batch ?? null])
  if (!found.instructor) throw notFound('Instructor not found.')
  if (!found.batch) throw notFound('Batch not found.')
  const { from, to } = await readRange(db, asked)
  return { from, to, free: await rows(db, freeTimes, [from, to, instructor, batch ?? null, session ?? null, minutes]) }
}

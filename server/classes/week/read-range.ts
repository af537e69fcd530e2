import type { WeekView } from '#contract/classes/staff/week.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'

/** What a person looks at: a day of the week, or that day alone. */
export interface AskedRange {
  day?: string | undefined
  view?: WeekView | undefined
}

const rangeOfWeek = statement<{ now: string; from: string; to: string }>(
  'range_of_week',
  `select ${isoInstant('app_now()')} as now, to_char(f.first, 'YYYY-MM-DD') as "from", to_char(f.first + f.days - 1, 'YYYY-MM-DD') as "to"
   from (select coalesce($1::date, (app_now() at time zone 'Asia/Kolkata')::date) as day) t
   cross join lateral (select case when $2 = 'day' then t.day else date_trunc('week', t.day::timestamp)::date end as first,
     case when $2 = 'day' then 1 else 7 end as days) f`,
)

/** Returns the days in India, both included; a week begins on Monday. Without a day it is that of today. */
export function readRange(db: Queryable, { day, view }: AskedRange): Promise<{ now: string; from: string; to: string }> {
  return one(db, rangeOfWeek, [day ?? null, view ?? 'week'])
}

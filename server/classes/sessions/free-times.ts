import { midnightSql } from '#server/platform/db/days-in-india.ts'

/** SQL of what is looked for. */
interface Asked {
  /** Days in India, both included. */
  firstDay: string
  lastDay: string
  /** The hours of a day that are looked at, in India: intervals from midnight. */
  opens: string
  closes: string
  instructor: string
  /** Null when no batch is asked for. */
  batch: string
  /** A class whose own time counts as free; null for none. */
  session: string
}

/**
 * SQL of the column `times`: ranges in which an instructor and a batch have no class. Nothing is free before the next quarter of an
 * hour, and nothing on a holiday of the batch. Classes are found by their start, as no class lasts longer than ten hours.
 */
export function freeTimesSql({ firstDay, lastDay, opens, closes, instructor, batch, session }: Asked): string {
  const at = (clock: string) => `(d.day + ${clock}) at time zone 'Asia/Kolkata'`
  return `select unnest(tstzmultirange(o.times) - coalesce(t.times, '{}')) as times
    from (
      select tstzrange(greatest(${at(opens)}, date_bin('15 minutes', app_now(), '2000-01-01 00:00Z') + interval '15 minutes'),
        ${at(closes)}) as times
      from (select generate_series(${firstDay}, ${lastDay}, interval '1 day')::date as day) d
      where ${at(closes)} > app_now() + interval '15 minutes' and not exists (
        select from holidays h join batch_patterns p on p.calendar = h.calendar where p.batch_id = ${batch} and h.day = d.day)
    ) o cross join (
      select range_agg(tstzrange(r.starts_at, r.ends_at)) as times
      from numbered_sessions r join batches b on b.id = r.batch_id
      where r.starts_at > ${midnightSql(firstDay)} - interval '10 hours' and r.starts_at < ${midnightSql(`${lastDay} + 1`)}
        and r.state <> 'cancelled' and b.cancelled_at is null and r.id is distinct from ${session}
        and (r.teacher_id = ${instructor} or r.batch_id = ${batch})
    ) t`
}

import { isoInstant } from '#server/platform/db/iso-instant.ts'

/** SQL: whether an entry waits or has a live offer. @param entry alias */
export const isOpen = (entry: string): string =>
  `(${entry}.state = 'waiting' or ${entry}.state = 'offered' and ${entry}.offered_until > app_now())`

/** SQL: the state by the clock. @param entry alias */
export const stateNow = (entry: string): string =>
  `case when ${entry}.state = 'offered' and ${entry}.offered_until <= app_now() then 'lapsed' else ${entry}.state end`

/** SQL: the place of an open entry, from 1; null of a closed one. @param entry alias */
export const placeNow = (entry: string): string =>
  `case when ${isOpen(entry)} then (select count(*)::integer from waitlist_entries ahead where ahead.batch_id = ${entry}.batch_id
     and ahead.state in ('waiting', 'offered') and ${isOpen('ahead')} and (ahead.turn, ahead.id) <= (${entry}.turn, ${entry}.id)) end`

/** Columns of an entry `w` of a batch `b` of a course `c`, as its person sees it. */
export const ownColumns = `w.batch_id, ${placeNow('w')} as place, ${stateNow('w')} as state,
  case when w.state = 'offered' and w.offered_until > app_now() then ${isoInstant('w.offered_until')} end as offered_until,
  b.course_id, c.title as course, b.batch_type, ${isoInstant('b.starts_at')} as starts_at, c.amount_paise::float8 / 100 as amount`

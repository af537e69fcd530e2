import type { System } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Changes that one statement adds, so that neither its locks nor its memory grow with a backlog. */
const atOnce = 5000

// In the order of the key, so that two runs do not wait for each other.
const foldFigureChanges = statement<{ taken: number }>(
  'fold_figure_changes',
  `with taken as materialized (
     select id from figure_changes order by id limit $1 for update skip locked
   ), gone as (
     delete from figure_changes c using taken t where c.id = t.id
     returning c.month, c.course_id, c.source, c.captured_paise, c.refunded_paise, c.enrolments
   ), added as (
     insert into figure_sums as s (month, course_id, source, captured_paise, refunded_paise, enrolments)
     select g.month, g.course_id, g.source, sum(g.captured_paise), sum(g.refunded_paise), sum(g.enrolments)
     from gone g group by 1, 2, 3 order by 1, 2, 3
     on conflict (month, course_id, source) do update set captured_paise = s.captured_paise + excluded.captured_paise,
       refunded_paise = s.refunded_paise + excluded.refunded_paise, enrolments = s.enrolments + excluded.enrolments
   )
   select count(*)::int as taken from gone`,
)

/** Adds the changes of the figures to their sums. A figure is the same before and after. */
export async function foldChanges(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  while ((await one(deps.db, foldFigureChanges, [atOnce])).taken === atOnce) continue
}

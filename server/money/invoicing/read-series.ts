import type { Operator, Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type IssuedSeries, issuedSeries, year } from './series.ts'

/** How far a series has got in this financial year. */
export interface SeriesState {
  series: IssuedSeries
  financial_year: number
  number: number
}

export interface SeriesStates {
  series: SeriesState[]
  /** The restore that waits for an answer. */
  restore: { snapshot_at: Date; restored_at: Date } | null
  /** Receipts and refund notes that wait for it. */
  waiting: number
}

const seriesStates = statement<SeriesState>(
  'series_states',
  `with ${year}
   select s.series, year.y as financial_year, coalesce(case s.series
     when 'receipt' then (select c.last_number from receipt_counters c where c.financial_year = year.y)
     else (select c.last_number from refund_note_counters c where c.financial_year = year.y and c.kind = s.series) end, 0) as number
   from year, unnest($1::text[]) with ordinality as s (series, place) order by s.place`,
)
const restoreWithoutAnswer = statement<Omit<SeriesStates, 'series'>>(
  'restore_without_answer',
  `select (select jsonb_build_object('snapshot_at', snapshot_at, 'restored_at', restored_at) from restores
      where answered_at is null order by id desc limit 1) as restore,
     (select count(*)::int from waiting_documents) as waiting`,
)

/** Returns the last number of each series of this financial year, and the restore that waits for an answer. */
export async function readSeries(deps: Pick<Deps, 'db'>, _principal: Operator | Staff): Promise<SeriesStates> {
  const { restore, waiting } = await one(deps.db, restoreWithoutAnswer)
  return {
    series: await readSeriesStates(deps.db),
    restore: restore && { snapshot_at: new Date(restore.snapshot_at), restored_at: new Date(restore.restored_at) },
    waiting,
  }
}

export const readSeriesStates = (db: Queryable): Promise<SeriesState[]> => rows(db, seriesStates, [issuedSeries])

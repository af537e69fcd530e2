import * as messages from '#contract/messages.ts'
import { type Outcomes, studentsOfOutcomes } from '#contract/learning/outcomes.ts'
import type { OutcomesOfBatch } from '#contract/learning/staff/outcomes.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import type { Staff, Visitor } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import type { RequestFacts } from '#server/platform/http/route.ts'

const figures = 'students, attended, counted, certificates, exercises, accepted'
const days = `to_char(first_day, 'YYYY-MM-DD') as first_day, to_char(last_day, 'YYYY-MM-DD') as last_day`

const outcomesOfCourse = statement<{ outcomes: Outcomes | null }>(
  'outcomes_of_course',
  `select (select to_jsonb(o) from (
     select ${figures}, ${days} from batch_outcomes join batches b on b.id = batch_id
     where b.course_id = c.id order by last_day desc, batch_id desc limit 1) o) as outcomes
   from courses c where c.id = $1 and (c.published or c.id = $2)`,
)
const outcomesOfBatch = statement<{ now: Outcomes & { last_day: string | null }; shown: OutcomesOfBatch['shown'] }>(
  'outcomes_of_batch',
  `select (select to_jsonb(n) from (select ${figures}, ${days} from count_batch_outcomes(b.id)) n) as now,
     (select to_jsonb(s) from (
       select ${figures}, ${days}, ${isoInstant('shown_at')} as shown_at from batch_outcomes where batch_id = b.id) s) as shown
   from batches b where b.id = $1`,
)
const storeOutcomes = statement<{ stored: boolean }>(
  'store_outcomes',
  `insert into batch_outcomes (batch_id, ${figures}, first_day, last_day)
   select $1, ${figures}, first_day, last_day from count_batch_outcomes($1)
   where last_day is not null and students >= ${studentsOfOutcomes}
   on conflict (batch_id) do update set (${figures}, first_day, last_day, shown_at) =
     (excluded.students, excluded.attended, excluded.counted, excluded.certificates, excluded.exercises, excluded.accepted,
      excluded.first_day, excluded.last_day, excluded.shown_at)
   returning true as stored`,
)
const deleteOutcomes = statement('delete_outcomes', `delete from batch_outcomes where batch_id = $1`)

/** @throws HttpError 404 for an unknown or unpublished course */
export async function readCourseOutcomes(
  deps: Pick<Deps, 'db'>,
  _visitor: Visitor,
  { params: { id }, preview }: Pick<RequestFacts, 'preview'> & { params: { id: number } },
): Promise<{ outcomes: Outcomes | null }> {
  const found = await row(deps.db, outcomesOfCourse, [id, previewedId(preview, 'courses')])
  if (!found) throw notFound(messages.courseNotFound)
  return found
}

async function standingOf(db: Queryable, id: number): Promise<OutcomesOfBatch> {
  const found = await row(db, outcomesOfBatch, [id])
  if (!found) throw notFound('Batch not found.')
  return { batch_id: id, now: found.now.last_day === null ? null : found.now, shown: found.shown }
}

/** @throws HttpError 404 */
export async function readBatchOutcomes(deps: Pick<Deps, 'db'>, _staff: Staff, id: number): Promise<OutcomesOfBatch> {
  return standingOf(deps.db, id)
}

/** Stores the figures of this moment. @throws HttpError 404; 409 for a batch that is not over, and for one with too few students */
export async function showBatchOutcomes(deps: Pick<Deps, 'db'>, staff: Staff, id: number): Promise<OutcomesOfBatch> {
  return staffTransaction(deps, staff, async (tx) => {
    const stored = await row(tx, storeOutcomes, [id])
    const standing = await standingOf(tx, id)
    if (stored) return standing
    if (standing.now === null) throw conflict('not_finished', 'The last class of this batch is not over.')
    throw conflict('too_few', `At least ${studentsOfOutcomes} students must stand behind the figures.`)
  })
}

/** @throws HttpError 404 */
export async function hideBatchOutcomes(deps: Pick<Deps, 'db'>, staff: Staff, id: number): Promise<OutcomesOfBatch> {
  return staffTransaction(deps, staff, async (tx) => {
    await rows(tx, deleteOutcomes, [id])
    return standingOf(tx, id)
  })
}

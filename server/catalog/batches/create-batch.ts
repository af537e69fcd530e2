import type { ParsedOf } from '#contract/endpoint.ts'
import type { BatchRecord, batches } from '#contract/staff/batches.ts'
import { staffTransaction } from '../../audit/staff-transaction.ts'
import type { Staff } from '../../auth/principal.ts'
import { one, type Queryable, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { batchRecords } from './batch-records.ts'
import { checkFirstDay, checkPattern } from './check-pattern.ts'
import { checkChoices, storePattern } from './store-pattern.ts'

export type BatchInput = ParsedOf<(typeof batches)['endpoints']['create']>['body']

// The dates are those of the first class until the classes are generated. A trigger writes the instructor's name.
const insertBatch = statement<{ id: number }>(
  'insert_batch',
  `insert into batches (course_id, mode_of_training, batch_type, instructor_id, capacity, classroom_url, starts_at, ends_at,
     time_text, class_minutes, weekdays)
   select $1, $2, $3, $4, $5, $6, f.at, f.at + make_interval(mins => $9::integer), class_time_text($8::time, $9), $9, $10
   from (select ($7::date + $8::time) at time zone 'Asia/Kolkata' as at) f
   returning id`,
)

/** @throws HttpError 400 for a pattern without classes, an unknown course or an instructor who can't be chosen */
export async function createBatch(deps: Deps, staff: Staff, { body }: { body: BatchInput }): Promise<BatchRecord> {
  checkPattern(body)
  checkFirstDay(body)
  return staffTransaction(deps, staff, async (tx) => batchRecords.find(tx, await addBatch(tx, body)))
}

/** Inserts a batch with its classes in an open transaction of staff, and returns its id. */
export async function addBatch(tx: Queryable, body: BatchInput): Promise<number> {
  await checkChoices(tx, body.course_id, body.instructor_id)
  const { id } = await one(tx, insertBatch, [
    body.course_id,
    body.mode_of_training,
    body.batch_type,
    body.instructor_id,
    body.capacity,
    body.classroom_url,
    body.first_day,
    body.clock,
    body.minutes,
    body.weekdays,
  ])
  await storePattern(tx, id, body, true)
  return id
}

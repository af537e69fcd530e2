import type { ParsedOf } from '#contract/endpoint.ts'
import type { BatchRecord, ClassPlan, duplicateBatch as contract } from '#contract/classes/staff/batches.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { batchRecords } from './batch-records.ts'
import { weekdayOf } from './check-pattern.ts'
import { addBatch, type BatchInput, planNewBatch } from './create-batch.ts'
import { checkCalendar } from './store-pattern.ts'

interface Asked {
  id: number
  body: ParsedOf<typeof contract>['body']
}

// Class 7 of the new batch has the topic of class 7 of the old one.
const copyTopics = statement(
  'copy_topics',
  `update class_sessions s set topic = f.topic, module = f.module, prepare = f.prepare
   from numbered_sessions n join numbered_sessions f on f.number = n.number and f.state <> 'cancelled'
   where n.id = s.id and n.batch_id = $2 and f.batch_id = $1`,
)

/** Returns the classes of a duplicate, with its refusals. @throws HttpError 400, 404 or 409 */
export async function previewDuplicate(deps: Deps, _staff: Staff, asked: Asked): Promise<ClassPlan> {
  return planNewBatch(deps.db, await readShifted(deps.db, asked), 'starts_on')
}

/**
 * Makes a draft like another batch that starts on `starts_on` or the next of its weekdays. Its classes are as many as those that
 * were not cancelled, with their topics; it has no students.
 * @throws HttpError 400 when the instructor is archived, the calendar is unknown or no class is ahead; 404; 409 when there is the
 * same batch
 */
export async function duplicateBatch(deps: Deps, staff: Staff, asked: Asked): Promise<BatchRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const made = await addBatch(tx, await readShifted(tx, asked), 'starts_on', false)
    await rows(tx, copyTopics, [asked.id, made])
    return batchRecords.find(tx, made)
  })
}

async function readShifted(db: Queryable, asked: Asked): Promise<BatchInput> {
  const batch = await batchRecords.find(db, asked.id)
  const shifted = shift(batch, asked)
  if (shifted.calendar !== null && shifted.calendar !== batch.calendar) await checkCalendar(db, shifted.calendar)
  return shifted
}

function shift(batch: BatchRecord, { body: { starts_on: startsOn, ...other } }: Asked): BatchInput {
  const days = [0, 1, 2, 3, 4, 5, 6].map((offset) =>
    new Date(Date.parse(startsOn) + offset * 86_400_000).toISOString().slice(0, 10),
  )
  const firstDay = days.find((day) => batch.weekdays.includes(weekdayOf(day))) ?? startsOn
  return { ...batch, ...other, first_day: firstDay, class_count: Math.max(1, batch.classes), last_day: null }
}

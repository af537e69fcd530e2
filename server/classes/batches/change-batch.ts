import type { BatchRecord, PatternInput } from '#contract/classes/staff/batches.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { tellChanges } from '#server/classes/class-changes/tell-changes.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { batchRecords } from './batch-records.ts'
import { checkNearStart, checkNoTwin } from './check-new-batch.ts'
import { checkFirstDay, checkPattern } from './check-pattern.ts'
import type { BatchInput } from './create-batch.ts'
import { planClasses } from './plan-classes.ts'
import { checkCalendar, checkChoices, generateClasses, storePattern } from './store-pattern.ts'

/**
 * Changes the given fields of a batch. A change of its pattern moves the classes that are ahead and were not edited by hand. Values
 * that the batch has already change nothing, not even its version.
 * @throws HttpError 400 for a pattern without classes, and for a course or an instructor that can't be chosen; 404; 409 for a twin of
 * another batch, fewer seats than students and people who pay, another course of a batch with students, or new days of a cancelled
 * batch
 * @throws StaleVersion when the record has none of `versions`
 */
export async function changeBatch(
  deps: Deps,
  staff: Staff,
  { body: given, ...target }: Target & { body: Partial<BatchInput> },
): Promise<BatchRecord> {
  return tellingTransaction(deps, staff, target.id, async (tx) => {
    const before = await batchRecords.find(tx, target.id)
    const body = differing(given, before)
    if (Object.keys(body).length === 0) return unchanged(before, target)
    if (body.course_id !== undefined || body.instructor_id !== undefined) {
      await checkChoices(tx, body.course_id ?? before.course_id, body.instructor_id ?? before.instructor_id)
    }
    const columns = Object.entries(body).filter(([field]) => !isOfPattern(field))
    // Also without columns: it locks the batch, decides the version and raises it.
    const after = await batchRecords.update(tx, target, Object.fromEntries(columns))
    refuseHarm(before, after)
    await refuseTooFewSeats(tx, before, after)
    if (!Object.keys(body).some(isOfPattern)) {
      await checkNoTwin(tx, after, body)
      return after
    }
    if (after.state === 'cancelled') throw conflict('batch_cancelled', 'This batch is cancelled: its days stay as they were.')
    const pattern = mergePattern(after, body)
    checkPattern(pattern)
    if (pattern.first_day !== before.first_day) {
      checkFirstDay(pattern)
      await checkNearStart(tx, pattern.first_day)
    }
    if (pattern.calendar !== null && pattern.calendar !== before.calendar) await checkCalendar(tx, pattern.calendar)
    await storePattern(tx, target.id, pattern, false)
    await checkNoTwin(tx, after, body)
    return batchRecords.find(tx, target.id)
  })
}

/** Brings the classes of a batch in line with its pattern and the holidays. @throws HttpError 404 or 409; StaleVersion */
export async function generateBatch(deps: Deps, staff: Staff, target: Target): Promise<BatchRecord> {
  return tellingTransaction(deps, staff, target.id, async (tx) => {
    const batch = await batchRecords.find(tx, target.id)
    if (batch.state === 'cancelled') throw conflict('batch_cancelled', 'This batch is cancelled: its days stay as they were.')
    const { sessions } = await planClasses(tx, { id: batch.id, instructorId: batch.instructor_id }, batch)
    if (sessions.every(({ change }) => change === 'unchanged')) return unchanged(batch, target)
    await batchRecords.update(tx, target, {})
    await generateClasses(tx, target.id, false)
    return batchRecords.find(tx, target.id)
  })
}

/** @throws HttpError 404 */
async function tellingTransaction(
  deps: Deps,
  staff: Staff,
  id: number,
  work: (tx: Queryable) => Promise<BatchRecord>,
): Promise<BatchRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    await batchRecords.find(tx, id)
    return (await tellChanges(deps, tx, id, () => work(tx))).result
  })
}

/** The fields whose value the batch does not have yet. */
function differing(body: Partial<BatchInput>, batch: BatchRecord): Partial<BatchInput> {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => !isSame(value, batch[field as keyof BatchInput])))
}

/** @throws StaleVersion as a change would */
function unchanged(batch: BatchRecord, { versions }: Target): BatchRecord {
  if (!versions.includes(batch.version)) throw new StaleVersion(batch)
  return batch
}

const patternFields = ['first_day', 'clock', 'weekdays', 'minutes', 'class_count', 'last_day', 'calendar']
const isOfPattern = (field: string) => patternFields.includes(field)

const heldSeats = statement<{ held: number }>(
  'held_seats',
  `select count(distinct user_id)::integer as held from seat_holds where batch_id = $1`,
)

function refuseHarm(before: BatchRecord, { course_id, students }: BatchRecord): void {
  if (students > 0 && course_id !== before.course_id) {
    throw conflict('batch_has_students', `${countOf(students)}: it stays with its course.`)
  }
}

/** A person who pays, or whose cheque is at the bank, holds a seat and gets it. The batch is locked, so nobody takes another one now. */
async function refuseTooFewSeats(tx: Queryable, before: BatchRecord, { id, capacity, students }: BatchRecord): Promise<void> {
  if (capacity === null || capacity === before.capacity) return
  const { held } = await one(tx, heldSeats, [id])
  if (capacity >= students + held) return
  const message =
    held === 0
      ? `${countOf(students)}: please give at least as many seats.`
      : `${countOf(students)}, and ${held === 1 ? '1 seat is' : `${held} seats are`} held: please give at least ${students + held} seats.`
  throw conflict('too_few_seats', message, { capacity: [message] })
}

const countOf = (students: number) => (students === 1 ? 'This batch has 1 student' : `This batch has ${students} students`)

/** A number of classes replaces a last day, and the reverse. */
function mergePattern(current: PatternInput, change: Partial<PatternInput>): PatternInput {
  const { class_count: count = change.last_day ? null : current.class_count } = change
  const { last_day: lastDay = change.class_count ? null : current.last_day } = change
  return {
    first_day: change.first_day ?? current.first_day,
    clock: change.clock ?? current.clock,
    weekdays: change.weekdays ?? current.weekdays,
    minutes: change.minutes ?? current.minutes,
    class_count: count,
    last_day: lastDay,
    calendar: change.calendar === undefined ? current.calendar : change.calendar,
  }
}

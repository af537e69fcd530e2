import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { assertPartsOwed } from '#server/money/instalments/schedule.ts'
import { prepareRecord, type Received, refusalOfReference } from './record-offline-payment.ts'

export interface PartToTake {
  user_id: number
  batch_id: number
  enrolment_id: number
  number: number
}

const partToTake = statement<PartToTake>(
  'part_to_take',
  `select e.user_id, e.batch_id, i.enrolment_id, i.number from instalments i join enrolments e on e.id = i.enrolment_id where i.id = $1`,
)
// The conflict is with a reference, or with an open payment of the same student for the same batch.
const insertOfflinePart = statement<{ id: number }>(
  'insert_offline_part',
  `insert into offline_payments (user_id, batch_id, method, reference, amount_paise, course_title, price_paise, discounts, received_on,
     received_by, state, recorded_at, enrolment_id, part)
   select $1, b.id, $3, $4, $5, c.title, $5, '[]', $6, $7, 'waiting', app_now(), $8, $9
   from batches b join courses c on c.id = b.course_id where b.id = $2
   on conflict do nothing returning id`,
)
const batchOfPlaceNow = statement<{ batch_id: number }>('batch_of_place_now', `select batch_id from enrolments where id = $1`)

/** Finds whose a part is; undefined when there is none. */
export async function findPartToTake(tx: Queryable, id: number): Promise<PartToTake | undefined> {
  return row(tx, partToTake, [id])
}

/**
 * Writes down money that a member of staff received for a part, or for all that is left, before it is settled or waits.
 * @returns its id
 * @throws HttpError 400 or 409 when it can't be accepted; nothing is stored, and the money is handed back at the desk
 */
export async function recordOfflinePart(
  tx: Queryable,
  given: Received & { enrolmentId: number; part: number | null },
): Promise<number> {
  const { batch_id: batchId, method, userId, amount_paise: amountPaise, enrolmentId, part } = given
  const reference = await prepareRecord(tx, given)
  await assertPartsOwed(tx, { enrolmentId, part, amountPaise })
  // Staff may have moved the student before the lock: the order is of the batch that is locked.
  const { batch_id: now } = await one(tx, batchOfPlaceNow, [enrolmentId])
  if (now !== batchId) throw movedMeanwhile()
  const values = [userId, batchId, method, reference, amountPaise, given.received_on, given.received_by, enrolmentId, part]
  const made = await row(tx, insertOfflinePart, values)
  if (!made) throw await refusalOfReference(tx, { method, reference })
  return made.id
}

const movedMeanwhile = () => conflict('changed', 'The student has moved to another batch. Please look at the part again.')

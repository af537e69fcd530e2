import type pg from 'pg'
import { endEnrolment, moveEnrolment } from '#server/enrolment/places/enrol.ts'
import { transaction } from '#server/platform/db/query.ts'

/** Ends the places of a student as the product does. It tells nobody. */
export async function endPlaces(db: pg.Pool, userId: number): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>('select id from active_enrolments where user_id = $1', [userId])
    for (const { id } of rows) await endEnrolment(tx, id)
  })
}

/** Moves the place of a student to another batch as a transfer does. It tells nobody. */
export async function movePlace(db: pg.Pool, userId: number, toBatchId: number): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: number; batch_id: number }>(
      'select id, batch_id from active_enrolments where user_id = $1',
      [userId],
    )
    const [place] = rows
    if (!place) throw new Error(`the student ${userId} has no place`)
    await moveEnrolment(tx, { enrolmentId: place.id, fromBatchId: place.batch_id, toBatchId, reason: null })
  })
}

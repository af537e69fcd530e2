import { expect } from 'vitest'
import { sellCourse } from '#tests/school/sell-course.ts'
import { type SpawnedShop, spawnShop } from './spawn-shop.ts'

export const enrolments = 'select count(*)::int from enrolments where ended_at is null'

/** A server of its own, a course for sale and a student. */
export async function prepareSale() {
  const shop = await spawnShop()
  const { batchId } = await sellCourse(shop.db)
  const token = await shop.register()
  return { shop, batchId, token, path: `/payment/start-payment/${batchId}/` }
}

export async function startOrder(shop: SpawnedShop, path: string, token: string): Promise<string> {
  const answer = await shop.post(path, undefined, token)
  expect(answer.status).toBe(200)
  return String(answer.body.order_id)
}

/** Returns whether a call was answered or its connection broke. */
export const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    () => 'disconnected',
  )

/** Counts of everything that may exist once per payment. */
export async function ledger(shop: SpawnedShop) {
  const { rows } = await shop.db.query(
    `select (select count(*)::int from enrolments where ended_at is null) as enrolments,
       (select count(*)::int from receipts) as receipts, (select count(*)::int from refunds) as refunds,
       (select count(*)::int from mail_outbox where template = 'receipt') as mails,
       array(select disposition from payments order by id) as dispositions`,
  )
  return rows[0] as object
}
export const enrolledOnce = { enrolments: 1, receipts: 1, refunds: 0, mails: 1, dispositions: ['enrolled'] }
export const nothing = { enrolments: 0, receipts: 0, refunds: 0, mails: 0, dispositions: [] }

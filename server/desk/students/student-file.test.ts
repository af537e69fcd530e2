import { expect, test } from 'vitest'
import type { StudentFile } from '#contract/desk/staff/students.ts'
import type { PaymentPlanRecord } from '#contract/money/staff/payment-plans.ts'
import { type Desk, newKey, openDesk, refund } from '#tests/school/desk.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

/** A student who has paid the first of two parts. */
async function studentInParts(desk: Desk) {
  const { shop } = desk
  const { courseId, batchId } = await sellCourse(shop.db, { price: 3_600_000 })
  const clerk = await desk.clerk('finance')
  const parts = [
    { percent: 50, days: 0 },
    { percent: 50, days: 30 },
  ]
  const body = { course_id: courseId, name: 'Two parts', parts }
  const plan = (await clerk.call('POST', 'payment-plans/', { body })).as<PaymentPlanRecord>()
  const student = await signIn(shop)
  await shop.app.inject({
    method: 'PUT',
    url: '/api/payment/choice/',
    headers: { authorization: `Bearer ${student.access}` },
    payload: { batch_id: batchId, plan: plan.id, coupon: null },
  })
  await buy(shop, batchId, student)
  const file = async () => (await clerk.call('GET', `students/${student.user.id}/file/`)).as<StudentFile>()
  return { batchId, clerk, student, file }
}

test('a file has the parts that are owed, late and paid', async () => {
  const desk = await openDesk()
  const { batchId, clerk, file } = await studentInParts(desk)
  await desk.shop.db.query(`update instalments set due_on = due_on - 45, agreed_on = agreed_on - 45`)
  const { instalments, payments } = await file()
  expect(instalments).toMatchObject([
    { batch_id: batchId, number: 1, of: 2, amount_paise: 1_800_000, state: 'paid', days_late: 0, payment_id: payments[0]?.id },
    { number: 2, state: 'late', days_late: 15, is_paused: true, payment_id: null, waits_until: null },
  ])
  await clerk.call('POST', `instalments/${instalments[1]?.id}/forgive/`, { body: { key: newKey(), reason: 'A hard year.' } })
  expect((await file()).instalments.map(({ state, is_paused }) => [state, is_paused])).toEqual([
    ['paid', false],
    ['waived', false],
  ])
})

test('a file owes nothing for a place that has ended', async () => {
  const desk = await openDesk()
  const { clerk, file } = await studentInParts(desk)
  const { payments } = await file()
  await refund(clerk, payments[0]?.id ?? 0)
  expect((await file()).instalments.map(({ number, state }) => [number, state])).toEqual([[1, 'paid']])
})

test('a file has the waits of a student, open ones first', async () => {
  const desk = await openDesk()
  const { shop } = desk
  const full = await sellCourse(shop.db, { capacity: 1 })
  const other = await sellCourse(shop.db, { capacity: 1 })
  for (const { batchId } of [full, other]) await buy(shop, batchId, await signIn(shop))
  const [first, student] = [await signIn(shop), await signIn(shop)]
  const join = (batchId: number, { access }: { access: string }) => shop.post(`/batches/${batchId}/waitlist/`, undefined, access)
  expect((await join(full.batchId, first)).statusCode).toBe(201)
  for (const { batchId } of [full, other]) expect((await join(batchId, student)).statusCode).toBe(201)
  await shop.app.inject({
    method: 'DELETE',
    url: `/api/batches/${other.batchId}/waitlist/`,
    headers: { authorization: `Bearer ${student.access}` },
  })
  const clerk = await desk.clerk('support')
  const { waits, instalments } = (await clerk.call('GET', `students/${student.user.id}/file/`)).as<StudentFile>()
  expect(instalments).toEqual([])
  expect(waits).toMatchObject([
    { batch_id: full.batchId, state: 'waiting', place: 2, offered_until: null },
    { batch_id: other.batchId, state: 'left', place: null },
  ])
})

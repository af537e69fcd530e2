import { expect, test } from 'vitest'
import type { BatchSeats, EnrolmentRecord } from '#contract/enrolment/staff/enrolments.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'

interface Page {
  items: EnrolmentRecord[]
  total: number
  next_cursor: string | null
}

test('staff see who is enrolled, what was paid and asked', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, { capacity: 5 })
  const { person } = await buy(shop, batchId)
  const guest = await signIn(shop, newPerson('Rohan Mehta'))
  await shop.db.query(
    `insert into enrolments (user_id, batch_id, created_at, ended_at) select id, $2, app_now(), app_now() from users where email = $1`,
    [guest.person.email, batchId],
  )
  await shop.db.query(
    `insert into purchase_requests (user_id, enrolment_id, kind, from_batch_id, reason, status, created_at)
     select user_id, id, 'refund', batch_id, 'Too late', 'open', app_now() from enrolments where payment_id is not null`,
  )
  const call = staffClient(shop, 'support')
  const list = async (query: string) => (await call('GET', `enrolments/?batch=${batchId}${query}`)).as<Page>()
  const { items, total } = await list('&sort=name')
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      name: 'Asha Patil',
      email: person.email,
      phone: person.phone_number,
      course_id: courseId,
      state: 'active',
      source: 'online',
      amount_paise: 4_500_000,
      moved_at: null,
      request: 'refund',
    },
    { name: 'Rohan Mehta', state: 'ended', source: 'hand', payment_id: null, amount_paise: null, request: null },
  ])
  expect((await list('&state=active')).items.map(({ email }) => email)).toEqual([person.email])
  expect((await list('&source=hand')).items.map(({ email }) => email)).toEqual([guest.person.email])
  expect((await list('&source=online')).items.map(({ email }) => email)).toEqual([person.email])
  expect((await list('&source=offline')).items).toEqual([])
  await shop.db.query(`update payment_orders set provider = 'offline'`)
  expect((await list('&source=offline')).items).toMatchObject([{ email: person.email, source: 'offline' }])
  expect((await list(`&q=${guest.person.phone_number}`)).total).toBe(1)
  expect((await list(`&user=${items[0]?.student_id ?? 0}`)).total).toBe(1)
  expect((await list(`&course=${courseId + 1}`)).total).toBe(0)
  const first = await list('&sort=name&limit=1')
  expect((await list(`&sort=name&limit=1&cursor=${first.next_cursor ?? ''}`)).items[0]?.name).toBe('Rohan Mehta')
})

test('seats are taken, held until a time, or free', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { capacity: 5 })
  const call = staffClient(shop, 'finance')
  await buy(shop, batchId)
  const payer = await signIn(shop)
  await shop.start(batchId, payer.access)
  const seats = async () => (await call('GET', `batches/${batchId}/seats/`)).as<BatchSeats>()
  const held = await seats()
  expect(held).toMatchObject({ capacity: 5, taken: 1, free: 3, requests: 0, holds: [{ email: payer.person.email }] })
  const minutes = (Date.parse(held.holds[0]?.until ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15.1)
  await shop.passTime('16 minutes')
  expect(await seats()).toMatchObject({ taken: 1, free: 4, holds: [] })
  expect((await call('GET', 'batches/999999/seats/')).status).toBe(404)
})

test('an unlimited batch has no number of free seats', async () => {
  const shop = await createTestApp()
  const { courseId } = await sellCourse(shop.db)
  const id = await addBatch(shop.db, courseId, {})
  expect((await staffClient(shop, 'owner')('GET', `batches/${id}/seats/`)).as<BatchSeats>()).toMatchObject({
    capacity: null,
    free: null,
    taken: 0,
  })
})

test.each(['content', 'instructor'] as const)('the role %s sees no students', async (role) => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const call = staffClient(shop, role)
  const paths = ['enrolments/', 'enrolments/1/', 'enrolments/export/', 'enrolments/1/transfer/', `batches/${batchId}/seats/`]
  for (const path of paths) expect((await call('GET', path)).status, path).toBe(403)
  expect((await call('POST', 'enrolments/1/transfer/', { body: { to_batch: 1, reason: 'x' }, version: 1 })).status).toBe(403)
})

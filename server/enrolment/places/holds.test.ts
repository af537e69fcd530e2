import { expect, test } from 'vitest'
import type { SignedIn } from '#contract/people/accounts.ts'
import type { Course } from '#contract/catalog/catalog.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { sweep } from '#server/features.ts'
import { system } from '#server/platform/auth/principal.ts'

/** Registers an unverified account, as checkout does for a visitor. */
async function enrolUnverified(shop: PayingShop): Promise<string> {
  const answer = await shop.post('/auth/register/', { ...newPerson(), type: 'enroll' })
  return answer.json<SignedIn>().access
}

function startFrom(shop: PayingShop, batchId: number, access: string, remoteAddress = '127.0.0.1') {
  const headers = { authorization: `Bearer ${access}` }
  return shop.app.inject({ method: 'POST', url: `/api/payment/start-payment/${batchId}/`, headers, remoteAddress })
}

async function seatsLeft(shop: PayingShop, courseId: number, batchId: number) {
  const course = (await shop.get(`/courses/${courseId}/`)).json<Course>()
  return course.upcoming_batches.find(({ id }) => id === batchId)?.seats_left
}

/** Sessions would otherwise expire when the test moves the clock. */
const stayLoggedIn = (shop: PayingShop) =>
  shop.db.query(`update sessions set idle_expires_at = 'infinity', expires_at = 'infinity'`)

async function limited(capacity: number) {
  const shop = await createPayingShop()
  return { shop, ...(await sellCourse(shop.db, { capacity })) }
}

test('a hold is renewed once and then refused for two hours [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(1)
  const { access } = await signIn(shop)
  await stayLoggedIn(shop)
  const start = async () => (await startFrom(shop, batchId, access)).statusCode
  const left = () => seatsLeft(shop, courseId, batchId)
  expect([await start(), await left()]).toEqual([200, 0])
  await shop.passTime('14 minutes')
  expect([await start(), await left()]).toEqual([200, 0])
  await shop.passTime('14 minutes')
  expect([await start(), await left()]).toEqual([200, 0])
  await shop.passTime('1 minute 1 second')
  expect(await left()).toBe(1)
  expect([await start(), await left()]).toEqual([200, 1])
  await shop.passTime('1 hour 59 minutes 50 seconds')
  expect([await start(), await left()]).toEqual([200, 1])
  await shop.passTime('10 seconds')
  expect([await start(), await left()]).toEqual([200, 0])
})

test('a second start within a minute does not renew the hold [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(1)
  const { access } = await signIn(shop)
  await startFrom(shop, batchId, access)
  await shop.passTime('30 seconds')
  await startFrom(shop, batchId, access)
  await shop.passTime('14 minutes')
  await startFrom(shop, batchId, access)
  await shop.passTime('14 minutes')
  expect(await seatsLeft(shop, courseId, batchId)).toBe(0)
})

test('a new price does not start a new hold [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(1)
  const { access } = await signIn(shop)
  await stayLoggedIn(shop)
  for (const step of ['14 minutes', '14 minutes', '2 minutes', '1 hour']) {
    await startFrom(shop, batchId, access)
    await shop.db.query('update courses set price_paise = price_paise + 100')
    await shop.passTime(step)
  }
  expect((await startFrom(shop, batchId, access)).statusCode).toBe(200)
  expect(await seatsLeft(shop, courseId, batchId)).toBe(1)
})

test('a verified account holds two seats, an unverified one holds one [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(1)
  const batches = [
    batchId,
    await addBatch(shop.db, courseId, { capacity: 1 }),
    await addBatch(shop.db, courseId, { capacity: 1 }),
  ]
  const held = async (access: string) => {
    const answers = await Promise.all(batches.map((id) => startFrom(shop, id, access)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    return (await Promise.all(batches.map((id) => seatsLeft(shop, courseId, id)))).filter((left) => left === 0).length
  }
  expect(await held((await signIn(shop)).access)).toBe(2)
  await shop.passTime('16 minutes')
  expect(await held(await enrolUnverified(shop))).toBe(1)
})

test('unverified accounts of one network hold half of the seats [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(24)
  const start = async (address: string, unverified = true) => {
    const access = unverified ? await enrolUnverified(shop) : (await signIn(shop)).access
    expect((await startFrom(shop, batchId, access, address)).statusCode).toBe(200)
    return access
  }
  await Promise.all(Array.from({ length: 15 }, (_, host) => start(`198.51.100.${host}`)))
  expect(await seatsLeft(shop, courseId, batchId)).toBe(12)
  await start('198.51.100.99', false)
  expect(await seatsLeft(shop, courseId, batchId)).toBe(11)
  await start('203.0.113.1')
  expect(await seatsLeft(shop, courseId, batchId)).toBe(10)
})

test('one network holds at most ten seats of a small batch [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(12)
  for (let host = 0; host < 11; host += 1) {
    await startFrom(shop, batchId, await enrolUnverified(shop), `198.51.100.${host}`)
  }
  expect(await seatsLeft(shop, courseId, batchId)).toBe(2)
})

test('a payer without a hold enrols while seats are free [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(1)
  const other = await addBatch(shop.db, courseId, { capacity: 1 })
  const access = await enrolUnverified(shop)
  await startFrom(shop, other, access)
  const { order_id: orderId } = await shop.start(batchId, access)
  expect(await seatsLeft(shop, courseId, batchId)).toBe(1)
  const triple = await shop.pay(orderId)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)).json()).toMatchObject({ status: 'enrolled' })
})

test('a payer without a hold is refunded without a free seat [SEC-058]', async () => {
  const { shop, courseId, batchId } = await limited(1)
  const other = await addBatch(shop.db, courseId, { capacity: 1 })
  const access = await enrolUnverified(shop)
  await startFrom(shop, other, access)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.start(batchId, (await signIn(shop)).access)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)).json()).toMatchObject({ status: 'refund_due' })
})

test('the network of a start is cleared when the hold ends [SEC-058]', async () => {
  const { shop, batchId } = await limited(1)
  await startFrom(shop, batchId, (await signIn(shop)).access, '198.51.100.7')
  const network = async () => (await shop.db.query('select network from payment_orders')).rows
  await sweep(shop.deps, system)
  expect(await network()).toEqual([{ network: '198.51.100.0/24' }])
  await shop.passTime('16 minutes')
  await sweep(shop.deps, system)
  expect(await network()).toEqual([{ network: null }])
})

test('staff take no seats from people who pay [SEC-058]', async () => {
  const { shop, batchId } = await limited(3)
  const call = staffClient(shop)
  const buyers = await Promise.all([signIn(shop), signIn(shop)])
  for (const { access } of buyers) expect((await startFrom(shop, batchId, access)).statusCode).toBe(200)
  const reduce = async (capacity: number) => {
    const { version } = (await call('GET', `batches/${batchId}/`)).as<{ version: number }>()
    return call('PATCH', `batches/${batchId}/`, { body: { capacity }, version })
  }
  expect((await reduce(1)).error).toMatchObject({
    code: 'too_few_seats',
    capacity: ['This batch has 0 students, and 2 seats are held: please give at least 2 seats.'],
  })
  expect((await reduce(2)).status).toBe(200)
  await shop.passTime('16 minutes')
  expect((await reduce(1)).status).toBe(200)
})

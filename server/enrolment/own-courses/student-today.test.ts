import { expect, test } from 'vitest'
import type { EnrolledCourse, StudentToday } from '#contract/enrolment/enrolment.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import type { TestApp } from '#tests/school/create-test-app.ts'
import { endPlaces } from '#tests/school/places.ts'
import { addBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

/** Signs a student in. */
async function newStudent(shop: TestApp) {
  const { person, access } = await signIn(shop)
  const { rows } = await shop.db.query<{ id: number }>('select id::int from users where email = $1', [person.email])
  return { access, id: rows[0]?.id ?? 0 }
}

async function attend() {
  const shop = await createClassShop()
  const student = await newStudent(shop)
  await shop.enrolUser(student.id)
  const read = async () => (await shop.get('/today/', student.access)).json<StudentToday>()
  return { shop, student, read }
}

test('today has the running class and those of seven days', async () => {
  const { shop, read } = await attend()
  await shop.setClock(february('05', '14:30'))
  const { now, classes } = await read()
  expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(february('05', '14:30')))
  expect(classes.map((one) => [one.number, one.total, one.starts_at])).toEqual([
    [2, 6, february('05')],
    [3, 6, february('07')],
    [4, 6, february('10')],
    [5, 6, february('12')],
  ])
  expect(classes[0]).toMatchObject({
    course_id: shop.courseId,
    course: 'Testing in Practice',
    batch_id: shop.batchId,
    instructor: 'Meera Kulkarni',
    opens_at: '2031-02-05T13:45:00.000Z',
    moved_from: null,
  })
  await shop.setClock(february('05', '15:30'))
  expect((await read()).classes[0]?.number).toBe(3)
})

test('the next class is shown however far away', async () => {
  const { shop, read } = await attend()
  await shop.setClock('2031-01-01T06:00:00Z')
  expect((await read()).classes.map((one) => one.number)).toEqual([1])
})

test('cancelled and moved classes renumber today', async () => {
  const { shop, read } = await attend()
  await shop.verb(await shop.nth(1), 'cancel/')
  const second = await shop.nth(1)
  await shop.verb(second, 'move/', { starts_at: february('06'), minutes: 90 })
  expect((await read()).classes[0]).toMatchObject({
    number: 1,
    total: 5,
    starts_at: february('06'),
    moved_from: february('05'),
  })
})

test('a cancelled batch and an ended enrolment have no classes today', async () => {
  const { shop, student, read } = await attend()
  await endPlaces(shop.db, student.id)
  expect(await read()).toMatchObject({ classes: [], recordings: [], unfinished_payments: [] })
  await shop.enrolUser(student.id)
  expect((await read()).classes).not.toEqual([])
  await cancelBatch(shop, shop.batchId)
  expect((await read()).classes).toEqual([])
})

test('the newest recordings come first with the position of the student', async () => {
  const { shop, student, read } = await attend()
  await shop.setClock(february('13'))
  for (const day of [1, 2, 3, 4, 5]) {
    await addRecording(shop.db, shop.batchId, { number: day, title: `Day ${day}` })
  }
  await shop.db.query(
    `insert into recording_positions (user_id, recording_id, position_seconds, completed, watched_at, updated_at)
     select $1, id, 20, true, app_now(), app_now() from recordings where title = 'Day 5'`,
    [student.id],
  )
  const { recordings } = await read()
  expect(recordings.map((one) => [one.title, one.day_number, one.position_seconds, one.completed])).toEqual([
    ['Day 5', 5, 20, true],
    ['Day 4', 4, 0, false],
    ['Day 3', 3, 0, false],
    ['Day 2', 2, 0, false],
  ])
  expect(JSON.stringify(recordings)).not.toContain('x.mp4')
})

test('the enrolled list counts the classes held and recorded', async () => {
  const { shop, student } = await attend()
  for (const title of ['Day 1', 'Day 1, second part']) await addRecording(shop.db, shop.batchId, { number: 1, title })
  await shop.verb(await shop.nth(6), 'cancel/')
  await shop.setClock(february('07', '15:30'))
  const list = (await shop.get('/enrolled-courses/', student.access)).json<{ 'enrolled courses': EnrolledCourse[] }>()
  expect(list['enrolled courses'][0]?.enrolled_batches[0]).toMatchObject({
    classes_held: 3,
    classes_total: 5,
    classes_recorded: 1,
  })
})

test('a checkout that was left is an unfinished payment', async () => {
  const shop = await createPayingShop()
  const { courseId, batchId } = await sellCourse(shop.db, { capacity: 1 })
  const { access } = await newStudent(shop)
  const read = async () => (await shop.get('/today/', access)).json<StudentToday>().unfinished_payments
  expect(await read()).toEqual([])
  await shop.start(batchId, access)
  const [left] = await read()
  expect(left).toMatchObject({ batch_id: batchId, course_id: courseId, course: 'Testing in Practice', state: 'open' })
  expect(left?.hold_until).toMatch(/Z$/)
  expect(left?.amount).toBeGreaterThan(0)
  await shop.passTime('16 minutes')
  expect(await read()).toMatchObject([{ hold_until: null }])
  const other = await signIn(shop)
  await shop.start(batchId, other.access)
  expect(await read(), 'somebody else holds the last seat').toEqual([])
})

test('a payment is not unfinished after the batch began or enrolled', async () => {
  const shop = await createPayingShop()
  const { courseId, batchId } = await sellCourse(shop.db)
  const second = await addBatch(shop.db, courseId, {})
  const { id, access } = await newStudent(shop)
  const read = async () => (await shop.get('/today/', access)).json<StudentToday>().unfinished_payments
  await shop.start(batchId, access)
  await shop.start(second, access)
  expect((await read()).map((one) => one.batch_id)).toEqual([second, batchId])
  await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now())', [id, second])
  expect((await read()).map((one) => one.batch_id)).toEqual([batchId])
  await startBatch(shop.db, batchId)
  expect(await read()).toEqual([])
})

test('an authorised payment is being confirmed', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  await shop.start(batchId, access)
  await shop.db.query(
    `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, created_at)
     select 'pay_waiting', id, amount_paise, 'INR', 'authorized', app_now() from payment_orders`,
  )
  const read = async () => (await shop.get('/today/', access)).json<StudentToday>().unfinished_payments
  expect(await read()).toMatchObject([{ state: 'confirming', hold_until: null }])
  await shop.db.query(`update payments set status = 'failed'`)
  expect(await read()).toMatchObject([{ state: 'open' }])
})

test('today is for students', async () => {
  const { shop } = await attend()
  expect((await shop.get('/today/')).statusCode).toBe(401)
})

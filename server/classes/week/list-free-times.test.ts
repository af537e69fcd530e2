import { expect, test } from 'vitest'
import type { FreeTimes } from '#contract/classes/staff/week.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createClassShop, sixClasses } from '#tests/school/class-shop.ts'
import { addBatch } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'

/** The free times of a day in India, as `07:00-19:30`. */
async function createSchool() {
  const shop = await createClassShop()
  const tara = await addTeacher(shop, 'Tara Venkatesh')
  const plan = { ...sixClasses, class_count: null, clock: '09:10', instructor_id: tara.instructorId }
  const other = await addBatch(shop.db, shop.courseId, plan)
  const free = async (asked: object, day = '2031-02-03') => {
    const query = new URLSearchParams({ view: 'day', day, minutes: '60', ...asked })
    const found = (await shop.call('GET', `week/free/?${query}`)).as<FreeTimes>()
    const clock = (at: string) => new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(11, 16)
    return found.free.map(({ starts_at: from, ends_at: to }) => `${clock(from)}-${clock(to)}`)
  }
  return { shop, other, free, meera: String(shop.instructor.instructorId), tara: String(tara.instructorId) }
}

test('instructor and batch are free between their classes', async () => {
  const { shop, other, free, meera, tara } = await createSchool()
  expect(await free({ instructor: meera })).toEqual(['07:00-19:30', '21:00-22:00'])
  expect(await free({ instructor: meera, minutes: '61' })).toEqual(['07:00-19:30'])
  expect(await free({ instructor: tara })).toEqual(['07:00-09:10', '10:40-22:00'])
  expect(await free({ instructor: meera, batch: String(other) })).toEqual(['07:00-09:10', '10:40-19:30', '21:00-22:00'])
  const first = await shop.nth(1)
  expect(await free({ instructor: meera, session: String(first.id) })).toEqual(['07:00-22:00'])
  await shop.verb(first, 'substitute/', { instructor_id: Number(tara) })
  expect(await free({ instructor: meera })).toEqual(['07:00-22:00'])
  expect(await free({ instructor: tara })).toEqual(['07:00-09:10', '10:40-19:30', '21:00-22:00'])
  await cancelBatch(shop, other)
  expect(await free({ instructor: tara })).toEqual(['07:00-19:30', '21:00-22:00'])
})

test('nothing is free in the past or on a holiday', async () => {
  const { shop, free, meera } = await createSchool()
  // 11:30 in India.
  expect(await free({ instructor: meera }, '2031-02-01')).toEqual(['11:45-22:00'])
  await shop.setClock('2031-02-01T06:01:00Z')
  expect(await free({ instructor: meera }, '2031-02-01')).toEqual(['11:45-22:00'])
  expect(await free({ instructor: meera }, '2031-01-31')).toEqual([])
  await shop.setClock('2031-02-01T16:20:00Z')
  expect(await free({ instructor: meera }, '2031-02-01')).toEqual([])
  const plan = { ...sixClasses, class_count: null, calendar: 'India', batch_type: 'Weekend' }
  await shop.call('POST', 'holidays/', { body: { calendar: 'India', day: '2031-02-04', name: 'Holiday' } })
  const batch = String(await addBatch(shop.db, shop.courseId, plan))
  expect(await free({ instructor: meera, batch }, '2031-02-04')).toEqual([])
  expect(await free({ instructor: meera }, '2031-02-04')).toEqual(['07:00-22:00'])
})

test('free times of a week need a real instructor', async () => {
  const { shop, meera } = await createSchool()
  const support = staffClient(shop, 'support')
  const week = await support('GET', `week/free/?day=2031-02-06&minutes=60&instructor=${meera}`)
  expect(week.as<FreeTimes>()).toMatchObject({ from: '2031-02-03', to: '2031-02-09' })
  expect(week.as<FreeTimes>().free).toHaveLength(10)
  for (const [query, status] of [
    ['minutes=60', 400],
    [`instructor=${meera}`, 400],
    [`instructor=${meera}&minutes=14`, 400],
    [`instructor=${meera}&minutes=601`, 400],
    [`instructor=${meera}&minutes=6e1`, 400],
    ['instructor=999999&minutes=60', 404],
    [`instructor=${meera}&minutes=60&batch=999999`, 404],
  ] as const)
    expect((await support('GET', `week/free/?${query}`)).status, query).toBe(status)
  expect((await staffClient(shop, 'finance')('GET', `week/free/?instructor=${meera}&minutes=60`)).status).toBe(403)
})

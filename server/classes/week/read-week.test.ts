import { expect, test } from 'vitest'
import { mostClashesOfClass, mostClassesOfWeek, type Week } from '#contract/classes/staff/week.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createClassShop, february, sixClasses } from '#tests/school/class-shop.ts'
import { addBatch } from '#tests/school/sell-course.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'

const monday = '2031-02-03'
const week = async (call: StaffClient, query = `?day=${monday}`) => (await call('GET', `week/${query}`)).as<Week>()
const batchesOf = ({ classes }: Week) => [...new Set(classes.map(({ batch_id: id }) => id))]

/** The batch of Meera, and one of Tara at the same times. */
async function createSchool() {
  const shop = await createClassShop()
  const tara = await addTeacher(shop, 'Tara Venkatesh')
  const other = await addBatch(shop.db, shop.courseId, { ...sixClasses, class_count: null, instructor_id: tara.instructorId })
  return { shop, tara: { ...tara, call: staffClient(shop, 'instructor', tara) }, other }
}

test('a week holds the classes of all batches from Monday', async () => {
  const { shop, other } = await createSchool()
  const found = await week(shop.call, '?day=2031-02-06')
  expect(found).toMatchObject({ from: monday, to: '2031-02-09', has_more: false, holidays: [] })
  expect(found.classes).toHaveLength(6)
  expect(batchesOf(found)).toEqual([shop.batchId, other])
  expect(found.classes[0]).toMatchObject({
    number: 1,
    total: 6,
    starts_at: february('03'),
    instructor: 'Meera Kulkarni',
    is_draft: false,
  })
  expect(await week(shop.call, '')).toMatchObject({ from: '2031-01-27', to: '2031-02-02', classes: [] })
  const day = await week(shop.call, '?day=2031-02-05&view=day')
  expect(day).toMatchObject({ from: '2031-02-05', to: '2031-02-05' })
  expect(day.classes).toHaveLength(2)
  for (const query of ['day=2031-02-30', 'view=month', 'batch=x', 'instructor=-1', 'course=9999999999'])
    expect((await shop.call('GET', `week/?${query}`)).status, query).toBe(400)
})

test('a week ends at midnight in India', async () => {
  const shop = await createClassShop()
  // Sunday 23:30 to Monday 01:00 in India, and Monday 00:00.
  expect((await shop.verb(await shop.nth(3), 'move/', { starts_at: february('09', '18:00'), minutes: 90 })).status).toBe(200)
  expect((await shop.verb(await shop.nth(4), 'move/', { starts_at: february('09', '20:00'), minutes: 60 })).status).toBe(200)
  expect((await shop.verb(await shop.nth(5), 'move/', { starts_at: february('16', '18:30'), minutes: 60 })).status).toBe(200)
  const starts = async (day: string) => (await week(shop.call, `?day=${day}`)).classes.map(({ starts_at: at }) => at)
  expect(await starts(monday)).toEqual([february('03'), february('05'), february('09', '18:00')])
  expect(await starts('2031-02-10')).toEqual([february('09', '18:00'), february('09', '20:00'), february('14')])
  expect(await starts('2031-02-17')).toEqual([february('16', '18:30')])
})

test('each role reads the week, and an instructor the own classes', async () => {
  const { shop, tara, other } = await createSchool()
  for (const role of ['owner', 'content', 'support', 'finance'] as const)
    expect(batchesOf(await week(staffClient(shop, role)))).toEqual([shop.batchId, other])
  expect(batchesOf(await week(tara.call))).toEqual([other])
  expect(batchesOf(await week(tara.call, `?day=${monday}&batch=${shop.batchId}`))).toEqual([])
  const first = await shop.nth(1)
  expect((await shop.verb(first, 'substitute/', { instructor_id: tara.instructorId })).status).toBe(200)
  const own = await week(tara.call)
  expect(own.classes.find(({ id }) => id === first.id)).toMatchObject({ is_substitute: true, instructor: 'Tara Venkatesh' })
  expect(own.classes).toHaveLength(4)
  // The batch's instructor still sees it, but not what else the substitute teaches.
  const meera = staffClient(shop, 'instructor', shop.instructor)
  const given = (await week(meera)).classes.find(({ id }) => id === first.id)
  expect(given).toMatchObject({ instructor: 'Tara Venkatesh', clashes: [] })
  const unlinked = staffClient(shop, 'instructor', await addStaff(shop, 'instructor'))
  expect((await week(unlinked)).classes).toEqual([])
  expect((await tara.call('GET', `week/free/?instructor=${tara.instructorId}&minutes=60`)).status).toBe(403)
})

test('a class names the other classes of its instructor', async () => {
  const { shop, tara, other } = await createSchool()
  const first = await shop.nth(1)
  await shop.verb(first, 'substitute/', { instructor_id: tara.instructorId })
  const clashing = (await week(shop.call)).classes.filter(({ clashes }) => clashes.length > 0)
  expect(clashing.map(({ batch_id: id, clashes }) => [id, clashes.map(({ batch_id: at }) => at)])).toEqual([
    [shop.batchId, [other]],
    [other, [shop.batchId]],
  ])
  expect(clashing[0]?.clashes[0]).toMatchObject({ course: 'Testing in Practice', starts_at: february('03') })
  expect((await week(tara.call)).classes.filter(({ clashes }) => clashes.length > 0)).toHaveLength(2)
  // The list of classes says the same.
  expect((await shop.nth(1)).clash).toBe(`batch ${other}, Testing in Practice`)
  await cancelBatch(shop, other)
  const after = await week(shop.call)
  expect(after.classes.flatMap(({ clashes }) => clashes)).toEqual([])
  expect(after.classes.filter(({ state }) => state === 'cancelled')).toHaveLength(3)
})

test('filters and holidays narrow a week', async () => {
  const { shop, tara, other } = await createSchool()
  for (const calendar of ['India', 'Dubai'])
    await shop.call('POST', 'holidays/', { body: { calendar, day: '2031-02-04', name: `Holiday of ${calendar}` } })
  const all = await week(shop.call)
  expect(all.holidays.map(({ calendar }) => calendar)).toEqual(['Dubai', 'India'])
  const third = await addBatch(shop.db, shop.courseId, { ...sixClasses, class_count: null, clock: '09:00', calendar: 'India' })
  expect(batchesOf(await week(shop.call, `?day=${monday}&instructor=${tara.instructorId}`))).toEqual([other])
  expect(batchesOf(await week(shop.call, `?day=${monday}&course=${shop.courseId}`))).toHaveLength(3)
  expect(batchesOf(await week(shop.call, `?day=${monday}&course=${shop.courseId + 1}`))).toEqual([])
  const narrow = await week(shop.call, `?day=${monday}&batch=${third}`)
  expect(batchesOf(narrow)).toEqual([third])
  expect(narrow.holidays).toEqual([{ day: '2031-02-04', calendar: 'India', name: 'Holiday of India' }])
})

test('a week of more classes than fit says so', async () => {
  const shop = await createClassShop()
  await shop.db.query(
    `begin; set local app.actor_kind = 'system';
     with teachers as (insert into instructors (name) select 'Instructor ' || n from generate_series(1, 24) n returning id),
     made as (
       insert into batches (course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type, instructor_id)
       select course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type, teachers.id
       from batches, teachers, generate_series(1, 9) returning id)
     insert into class_sessions (batch_id, starts_at, ends_at)
     select id, at, at + interval '90 minutes' from made, generate_series('2031-02-03T14:00Z'::timestamptz, '2031-02-09T14:00Z', interval '1 day') at;
     commit; analyze batches; analyze class_sessions`,
  )
  const full = await week(shop.call)
  expect(full.classes).toHaveLength(mostClassesOfWeek)
  expect(full.has_more).toBe(true)
  // Nine batches of one instructor are at one time.
  expect(full.classes[1]?.clashes).toHaveLength(mostClashesOfClass)
  const day = await week(shop.call, `?day=${monday}&view=day`)
  expect(day.classes).toHaveLength(217)
  expect(day.has_more).toBe(false)
  expect((await week(shop.call, `?day=${monday}&batch=${shop.batchId}`)).classes).toHaveLength(3)
})

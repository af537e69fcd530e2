import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/catalog.ts'
import type { BatchRecord, ClassPlan, OutdatedBatch } from '#contract/classes/staff/batches.ts'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { addInstructor } from '#tests/school/add-instructor.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'

interface Shop extends TestApp {
  call: StaffClient
  courseId: number
  batchId: number
  instructorId: number
  /** Six classes: Mondays, Wednesdays and Fridays from 3 February 2031, 19:30 IST. */
  batch: ReturnType<typeof bodyOf>
}

const bodyOf = (courseId: number, instructorId: number) => ({
  course_id: courseId,
  mode_of_training: 'Live online',
  batch_type: 'Weekday evening',
  instructor_id: instructorId,
  capacity: null as number | null,
  classroom_url: 'https://classroom.example/room',
  first_day: '2031-02-03',
  clock: '19:30',
  weekdays: [1, 3, 5],
  minutes: 90,
  class_count: 6 as number | null,
  last_day: null as string | null,
  calendar: 'India' as string | null,
})

async function open(): Promise<Shop> {
  const shop = await createTestApp()
  await shop.db.query(`update app_clock set "offset" = '2031-02-01T06:00:00Z'::timestamptz - now()`)
  await shop.db.query(`insert into holidays (calendar, day, name) values ('India', '2030-10-02', 'Gandhi Jayanti')`)
  const { courseId, batchId } = await sellCourse(shop.db)
  const { rows } = await shop.db.query<{ id: number }>('select id from instructors')
  const instructorId = rows[0]?.id ?? 0
  return Object.assign(shop, { call: staffClient(shop), courseId, batchId, instructorId, batch: bodyOf(courseId, instructorId) })
}

async function add(shop: Shop, change: object = {}): Promise<BatchRecord> {
  const answer = await shop.call('POST', 'batches/', { body: { ...shop.batch, ...change } })
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.as<BatchRecord>()
}

async function startsOf(shop: Shop, id: number): Promise<string[]> {
  const { rows } = await shop.db.query<{ at: string }>(
    `select to_char(starts_at at time zone 'Asia/Kolkata', 'MM-DD HH24:MI') as at from class_sessions where batch_id = $1 order by starts_at`,
    [id],
  )
  return rows.map(({ at }) => at)
}
const six = ['02-03', '02-05', '02-07', '02-10', '02-12', '02-14'].map((day) => `${day} 19:30`)

test('a new batch has its classes and is sold at once', async () => {
  const shop = await open()
  const made = await add(shop)
  expect(made).toMatchObject({
    ...shop.batch,
    state: 'ahead',
    starts_at: '2031-02-03T14:00:00.000Z',
    ends_at: '2031-02-14T15:30:00.000Z',
    time: '7:30 PM – 9:00 PM IST',
    classes: 6,
    students: 0,
    instructor: 'Meera Kulkarni',
    course: 'Testing in Practice',
  })
  expect(await startsOf(shop, made.id)).toEqual(six)
  const course = (await shop.get(`/courses/${shop.courseId}/`)).json<Course>()
  expect(course.upcoming_batches.find(({ id }) => id === made.id)).toMatchObject({
    date: '2031-02-03',
    time: '7:30 PM – 9:00 PM IST',
    can_enroll: true,
    class_count: 6,
    last_class_at: '2031-02-14T14:00:00.000Z',
  })
  const read = await shop.call('GET', `batches/${made.id}/`)
  expect([read.etag, read.as()]).toEqual([`"${made.version}"`, made])
  const { rows } = await shop.db.query('select distinct table_name from audit_log order by 1')
  expect(rows.map((row: { table_name: string }) => row.table_name)).toEqual(['batch_patterns', 'batches', 'class_sessions'])
})

test('a changed pattern moves classes ahead and keeps the rest', async () => {
  const shop = await open()
  const made = await add(shop)
  await shop.db.query(`update app_clock set "offset" = '2031-02-07T16:00:00Z'::timestamptz - now()`)
  const change = { weekdays: [2, 4], clock: '07:00', minutes: 60 }
  const { status, ...answer } = await shop.call('PATCH', `batches/${made.id}/`, { body: change, version: made.version })
  expect(status).toBe(200)
  expect(answer.as<BatchRecord>()).toMatchObject({ ...change, time: '7:00 AM – 8:00 AM IST', state: 'running', classes: 6 })
  expect(await startsOf(shop, made.id)).toEqual([...six.slice(0, 3), '02-11 07:00', '02-13 07:00', '02-18 07:00'])
})

test('a last day replaces the number of classes', async () => {
  const shop = await open()
  const made = await add(shop)
  const changed = (
    await shop.call('PATCH', `batches/${made.id}/`, { body: { last_day: '2031-02-10' }, version: made.version })
  ).as<BatchRecord>()
  expect(changed).toMatchObject({ class_count: null, last_day: '2031-02-10', classes: 4 })
  const back = (
    await shop.call('PATCH', `batches/${made.id}/`, { body: { class_count: 2 }, version: changed.version })
  ).as<BatchRecord>()
  expect(back).toMatchObject({ class_count: 2, last_day: null, classes: 2, ends_at: '2031-02-05T15:30:00.000Z' })
})

test('a plan made longer again has the words of dropped classes', async () => {
  const shop = await open()
  const made = await add(shop)
  const topics = six.map((_, index) => `Module\tTopic ${index + 1}`).join('\n')
  expect((await shop.call('POST', `batches/${made.id}/topics/`, { body: { topics } })).status).toBe(200)
  const classes = async () =>
    (await shop.call('GET', `sessions/?batch=${made.id}`)).as<{ items: SessionRecord[] }>().items.toSorted((a, b) => a.id - b.id)
  const last = (await classes()).at(-1)
  const words = { notes: 'Locks', prepare: 'Read chapter 1.' }
  expect((await shop.call('PATCH', `sessions/${last?.id}/`, { body: words, version: last?.version ?? 0 })).status).toBe(200)
  const plan = async (body: object) => {
    const { version } = (await shop.call('GET', `batches/${made.id}/`)).as<BatchRecord>()
    expect((await shop.call('PATCH', `batches/${made.id}/`, { body, version })).status).toBe(200)
    return (await classes()).map(({ topic, module, notes, prepare }) => [module, topic, notes, prepare].filter(Boolean).join(' '))
  }
  const all = ['Module Topic 1', 'Module Topic 2', 'Module Topic 3', 'Module Topic 4', 'Module Topic 5']
  const whole = [...all, 'Module Topic 6 Locks Read chapter 1.']
  expect(await plan({ class_count: 4 })).toEqual(all.slice(0, 4))
  expect(await plan({ class_count: 2 })).toEqual(all.slice(0, 2))
  expect(await plan({ class_count: 3 })).toEqual(all.slice(0, 3))
  // Other days: the words follow the order of classes, not the days.
  expect(await plan({ class_count: 7, weekdays: [1, 2], clock: '08:00' })).toEqual([...whole, ''])
  expect(await plan({ class_count: 6 })).toEqual(whole)
})

test('a preview names the words of classes that it removes', async () => {
  const shop = await open()
  const made = await add(shop)
  expect((await shop.call('POST', `batches/${made.id}/topics/`, { body: { topics: '\n\n\n\nJoins' } })).status).toBe(200)
  const { rows } = await shop.db.query<{ id: number }>('select id from class_sessions where batch_id = $1 order by starts_at', [
    made.id,
  ])
  await shop.db.query(`insert into exercises (session_id, title, due_at) values ($1, 'Make it fast', app_now())`, [rows[5]?.id])
  const body = { ...pick(shop), class_count: 4, batch_id: made.id }
  const plan = (await shop.call('POST', 'batches/preview/', { body })).as<ClassPlan>()
  expect(plan.sessions.map(({ change, topic }) => [change, topic]).slice(3)).toEqual([
    ['unchanged', ''],
    ['removed', 'Joins'],
    // A class with an exercise stays.
    ['unchanged', ''],
  ])
  const done = await shop.call('PATCH', `batches/${made.id}/`, { body: { class_count: 4 }, version: made.version })
  expect(done.status).toBe(200)
  expect(await startsOf(shop, made.id)).toEqual(six.filter((_, index) => index !== 4))
})

test('a new holiday moves classes when staff generate them', async () => {
  const shop = await open()
  const made = await add(shop)
  await shop.call('POST', 'holidays/', { body: { calendar: 'India', day: '2031-02-05', name: 'Harvest' } })
  expect(await startsOf(shop, made.id)).toEqual(six)
  const outdated = async () => (await shop.call('GET', 'batches/outdated/')).as<{ items: OutdatedBatch[] }>().items
  expect(await outdated()).toEqual([
    expect.objectContaining({ id: made.id, version: made.version, added: 0, removed: 0, moved: 5 }),
  ])
  const asked = { ...pick(shop), batch_id: made.id }
  const plan = (await shop.call('POST', 'batches/preview/', { body: asked })).as<ClassPlan>()
  expect(plan.sessions.map(({ change }) => change)).toEqual(['unchanged', 'moved', 'moved', 'moved', 'moved', 'moved'])
  expect(plan).toMatchObject({ skipped: [{ day: '2031-02-05', name: 'Harvest' }], tells: { students: 0, instructors: [] } })
  const answer = await shop.call('POST', `batches/${made.id}/generate/`, { version: made.version })
  expect(answer.as<BatchRecord>()).toMatchObject({ classes: 6, ends_at: '2031-02-17T15:30:00.000Z' })
  expect(await startsOf(shop, made.id)).toEqual([...six.filter((_, index) => index !== 1), '02-17 19:30'])
  expect(await outdated()).toEqual([])
  expect((await shop.call('POST', `batches/${made.id}/generate/`, { version: made.version })).status).toBe(412)
})

const pick = ({ batch: { first_day, clock, weekdays, minutes, class_count, last_day, calendar } }: Shop) => ({
  first_day,
  clock,
  weekdays,
  minutes,
  class_count,
  last_day,
  calendar,
})

test('previews a new batch and writes nothing', async () => {
  const shop = await open()
  await shop.call('POST', 'holidays/', { body: { calendar: 'India', day: '2031-02-12', name: 'Harvest' } })
  const before = (await shop.db.query('select count(*) as total from class_sessions')).rows
  const plan = async (change: object) =>
    (await shop.call('POST', 'batches/preview/', { body: { ...pick(shop), batch_id: null, ...change } })).as<ClassPlan>()
  const { sessions, skipped } = await plan({})
  expect(sessions.map(({ starts_at }) => starts_at?.slice(0, 10))).toEqual(
    ['03', '05', '07', '10', '14', '17'].map((day) => `2031-02-${day}`),
  )
  expect(skipped).toEqual([{ day: '2031-02-12', name: 'Harvest' }])
  const without = await plan({ calendar: null })
  expect([without.skipped, without.sessions.map(({ holiday }) => holiday)]).toEqual([
    [],
    [null, null, null, null, 'Harvest', null],
  ])
  expect((await shop.db.query('select count(*) as total from class_sessions')).rows).toEqual(before)
})

test('a preview counts the classes of a batch without cancelled ones', async () => {
  const shop = await open()
  const made = await add(shop)
  const list = await shop.call('GET', `sessions/?batch=${made.id}`)
  const [first] = list.as<{ items: { id: number; version: number }[] }>().items
  expect((await shop.call('POST', `sessions/${first?.id}/cancel/`, { version: first?.version ?? 0 })).status).toBe(200)
  const plan = await shop.call('POST', 'batches/preview/', { body: { ...pick(shop), batch_id: made.id } })
  const { classes } = (await shop.call('GET', `batches/${made.id}/`)).as<BatchRecord>()
  expect([classes, plan.as<ClassPlan>().sessions.length]).toEqual([5, 5])
})

test('a duplicate has shifted days and the same topics', async () => {
  const shop = await open()
  const made = await add(shop, { capacity: 20 })
  const topics = six.map((_, index) => `Module\tTopic ${index + 1}`).join('\n')
  expect((await shop.call('POST', `batches/${made.id}/topics/`, { body: { topics } })).status).toBe(200)
  await shop.db.query(`insert into holidays (calendar, day, name) values ('India', '2031-03-05', 'Harvest')`)
  const duplicate = (query: string) =>
    shop.call('POST', `batches/${made.id}/duplicate/${query}`, { body: { starts_on: '2031-03-01' } })
  const plan = (await duplicate('?preview=true')).as<ClassPlan>()
  const answer = await duplicate('')
  expect(answer.status).toBe(201)
  const copy = answer.as<BatchRecord>()
  expect(copy).toMatchObject({ first_day: '2031-03-03', capacity: 20, students: 0, classes: 6, class_count: 6 })
  const days = ['03-03', '03-07', '03-10', '03-12', '03-14', '03-17']
  expect(await startsOf(shop, copy.id)).toEqual(days.map((day) => `${day} 19:30`))
  expect(plan.sessions.map(({ starts_at }) => starts_at?.slice(5, 10))).toEqual(days)
  expect(plan.skipped).toEqual([{ day: '2031-03-05', name: 'Harvest' }])
  const { rows } = await shop.db.query('select topic from class_sessions where batch_id = $1 order by starts_at', [copy.id])
  expect(rows.map((row: { topic: string }) => row.topic)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Topic ${number}`))
})

test('a duplicate takes another instructor, time and length', async () => {
  const shop = await open()
  const made = await add(shop)
  const instructor_id = await addInstructor(shop)
  const body = { starts_on: '2031-03-03', instructor_id, clock: '07:00', minutes: 60 }
  const copy = (await shop.call('POST', `batches/${made.id}/duplicate/`, { body })).as<BatchRecord>()
  expect(copy).toMatchObject({ state: 'draft', instructor_id, clock: '07:00', minutes: 60, weekdays: made.weekdays })
  for (const wrong of [{ instructor_id: 999_999 }, { clock: '25:00' }, { minutes: 5 }, { capacity: 5 }]) {
    const answer = await shop.call('POST', `batches/${made.id}/duplicate/`, { body: { starts_on: '2031-04-07', ...wrong } })
    expect(answer.status).toBe(400)
  }
})

test('a draft is for staff alone until it is published', async () => {
  const shop = await open()
  const made = await add(shop)
  const draft = (
    await shop.call('POST', `batches/${made.id}/duplicate/`, { body: { starts_on: '2031-03-03' } })
  ).as<BatchRecord>()
  const { access, user } = await signIn(shop)
  const shown = async () => [
    (await shop.get(`/courses/${shop.courseId}/`)).json<Course>().upcoming_batches.some(({ id }) => id === draft.id),
    (await shop.get(`/batches/${draft.id}/`)).statusCode,
  ]
  const start = () => shop.post(`/payment/start-payment/${draft.id}/`, undefined, access)
  const enrol = () => {
    const body = { key: crypto.randomUUID(), student_id: user.id, new_student: null, batch_id: draft.id, reason: 'Scholarship' }
    return staffClient(shop, 'owner')('POST', 'enrolments/', { body })
  }
  expect(await shown()).toEqual([false, 404])
  expect((await start()).statusCode).toBe(404)
  expect((await enrol()).error.code).toBe('batch_draft')
  const publish = ({ id, version }: BatchRecord) => shop.call('POST', `batches/${id}/publish/`, { version })
  const published = (await publish(draft)).as<BatchRecord>()
  expect(published).toMatchObject({ state: 'ahead', version: draft.version + 1 })
  expect(await shown()).toEqual([true, 200])
  expect((await start()).statusCode).not.toBe(404)
  expect((await publish(published)).error.code).toBe('batch_not_draft')
})

test('a draft whose first class has begun stays a draft', async () => {
  const shop = await open()
  const made = await add(shop)
  const draft = (
    await shop.call('POST', `batches/${made.id}/duplicate/`, { body: { starts_on: '2031-03-03' } })
  ).as<BatchRecord>()
  await shop.db.query(`update app_clock set "offset" = '2031-03-03T14:30:00Z'::timestamptz - now()`)
  const refused = await shop.call('POST', `batches/${draft.id}/publish/`, { version: draft.version })
  expect([refused.status, refused.error.code]).toEqual([409, 'batch_started'])
  expect((await shop.call('GET', `batches/${draft.id}/`)).as<BatchRecord>().state).toBe('draft')
})

test('a duplicate with another calendar skips other holidays', async () => {
  const shop = await open()
  const made = await add(shop)
  await shop.db.query(`insert into holidays (calendar, day, name) values ('India', '2031-03-05', 'Harvest')`)
  const duplicate = (calendar?: string | null) =>
    shop.call('POST', `batches/${made.id}/duplicate/?preview=true`, { body: { starts_on: '2031-03-03', calendar } })
  const skipped = async (calendar?: string | null) => (await duplicate(calendar)).as<ClassPlan>().skipped.length
  expect(made.calendar).toBe('India')
  expect(await skipped()).toBe(1)
  expect(await skipped('India')).toBe(1)
  expect(await skipped(null)).toBe(0)
  await shop.db.query(`insert into holidays (calendar, day, name) values ('Kerala', '2031-08-30', 'Onam')`)
  expect(await skipped('Kerala')).toBe(0)
})

test.each([
  ['an unknown calendar of holidays', { starts_on: '2031-03-03', calendar: 'Holidays of nowhere' }, 'calendar'],
  ['a first day after three years', { starts_on: '2034-02-06' }, 'starts_on'],
  ['classes that are all over', { starts_on: '2031-01-06' }, 'starts_on'],
])('refuses a duplicate with %s', async (_, body, field) => {
  const shop = await open()
  const made = await add(shop)
  for (const query of ['?preview=true', '']) {
    const { status, error } = await shop.call('POST', `batches/${made.id}/duplicate/${query}`, { body })
    expect([status, Object.keys(error)]).toEqual([400, expect.arrayContaining([field])])
  }
  expect((await shop.db.query('select 1 from batches')).rowCount).toBe(2)
})

test('a duplicate copies a calendar whose holidays are gone', async () => {
  const shop = await open()
  const made = await add(shop)
  await shop.db.query('delete from holidays')
  const answer = await shop.call('POST', `batches/${made.id}/duplicate/`, {
    body: { starts_on: '2031-03-03', calendar: 'India' },
  })
  expect(answer.status).toBe(201)
  const patched = await shop.call('PATCH', `batches/${made.id}/`, { body: { calendar: 'Kerala' }, version: made.version })
  expect([patched.status, Object.keys(patched.error)]).toEqual([400, expect.arrayContaining(['calendar'])])
})

test('a batch that runs can be entered', async () => {
  const shop = await open()
  expect(await add(shop, { first_day: '2031-01-22' })).toMatchObject({ state: 'running', classes: 6 })
})

test('a change makes no twin of another batch', async () => {
  const shop = await open()
  const made = await add(shop, {})
  const other = await add(shop, { batch_type: 'Weekday evening, second group' })
  const patch = (body: object) => shop.call('PATCH', `batches/${other.id}/`, { body, version: other.version })
  expect((await patch({ batch_type: made.batch_type })).error).toMatchObject({
    code: 'batch_exists',
    batch_type: [expect.stringContaining(`Batch ${made.id} `)],
  })
  expect((await patch({ instructor_id: 999_999 })).error).toHaveProperty('instructor_id')
  expect((await patch({ course_id: 999_999 })).error).toHaveProperty('course_id')
  expect((await patch({ capacity: 12 })).status).toBe(200)
})

test('a repeated create or duplicate makes one batch', async () => {
  const shop = await open()
  const twice = async (path: string, body: object, field: string) => {
    const answers = await Promise.all([1, 2, 3].map(() => shop.call('POST', path, { body })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const made = answers.find(({ status }) => status === 201)?.as<BatchRecord>()
    const refused = answers.find(({ status }) => status === 409)?.error
    expect(refused).toMatchObject({ code: 'batch_exists', [field]: [expect.stringContaining(`Batch ${made?.id} `)] })
    return made?.id ?? 0
  }
  const id = await twice('batches/', shop.batch, 'first_day')
  await twice(`batches/${id}/duplicate/`, { starts_on: '2031-03-03' }, 'starts_on')
  expect((await shop.db.query('select 1 from batches')).rowCount).toBe(3)
  const preview = await shop.call('POST', `batches/${id}/duplicate/?preview=true`, { body: { starts_on: '2031-03-03' } })
  expect(preview.error.code).toBe('batch_exists')
  await add(shop, { batch_type: 'Weekday evening, second group' })
})

test('a preview names other classes of the instructor', async () => {
  const shop = await open()
  const made = await add(shop)
  const clash = (at: string) => ({
    starts_at: `2031-02-${at}T14:00:00.000Z`,
    what: `Meera Kulkarni: batch ${made.id}, Testing in Practice`,
  })
  const duplicate = await shop.call('POST', `batches/${made.id}/duplicate/?preview=true`, { body: { starts_on: '2031-02-12' } })
  expect(duplicate.as<ClassPlan>().clashes).toEqual([clash('12'), clash('14')])
  const preview = async (change: object) =>
    (await shop.call('POST', 'batches/preview/', { body: { ...pick(shop), batch_id: null, ...change } })).as<ClassPlan>().clashes
  expect(await preview({ clock: '20:59', class_count: 1, instructor_id: shop.instructorId })).toHaveLength(1)
  expect(await preview({ clock: '21:00', class_count: 1, instructor_id: shop.instructorId })).toEqual([])
  expect(await preview({ batch_id: made.id })).toEqual([])
  const other = await add(shop, { clock: '08:00' })
  expect(await preview({ batch_id: other.id, clock: '08:00' })).toEqual([])
  expect(await preview({ batch_id: other.id })).toHaveLength(6)
  expect(await preview({})).toEqual([])
})

test('values that a batch has already change nothing', async () => {
  const shop = await open()
  const made = await add(shop)
  await shop.call('POST', 'holidays/', { body: { calendar: 'India', day: '2031-02-05', name: 'Harvest' } })
  const log = async () => (await shop.db.query('select 1 from audit_log')).rowCount
  const before = await log()
  const same = { minutes: 90, weekdays: [1, 3, 5], classroom_url: 'https://classroom.example/room' }
  const patch = (version: number) => shop.call('PATCH', `batches/${made.id}/`, { body: same, version })
  expect((await patch(made.version)).as<BatchRecord>()).toEqual(made)
  expect((await patch(made.version - 1)).status).toBe(412)
  expect(await log()).toBe(before)
  expect(await startsOf(shop, made.id)).toEqual(six)
  const aligned = (await shop.call('POST', `batches/${made.id}/generate/`, { version: made.version })).as<BatchRecord>()
  expect(aligned.version).toBeGreaterThan(made.version)
  const again = await shop.call('POST', `batches/${made.id}/generate/`, { version: aligned.version })
  expect(again.as<BatchRecord>()).toEqual(aligned)
})

test('two editors: the second gets the current record', async () => {
  const shop = await open()
  const made = await add(shop)
  const change = (capacity: number) => shop.call('PATCH', `batches/${made.id}/`, { body: { capacity }, version: made.version })
  const answers = await Promise.all([change(10), change(20)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  const won = answers.find(({ status }) => status === 200)?.as<BatchRecord>()
  expect(answers.find(({ status }) => status === 412)?.error).toMatchObject({ code: 'stale', current: won })
})

test.each([
  ['two ends', { last_day: '2031-03-01' }, 'class_count'],
  ['no end', { class_count: null }, 'class_count'],
  ['a last day before the first', { class_count: null, last_day: '2031-02-02' }, 'last_day'],
  ['a last day in four years', { class_count: null, last_day: '2035-02-02' }, 'last_day'],
  ['a first day on another weekday', { first_day: '2031-02-04' }, 'first_day'],
  ['a day that does not exist', { first_day: '2031-02-30' }, 'first_day'],
  ['a day of another age', { first_day: '0001-01-01' }, 'first_day'],
  ['a weekday twice', { weekdays: [1, 1] }, 'weekdays'],
  ['no weekday', { weekdays: [] }, 'weekdays'],
  ['a time that does not exist', { clock: '24:00' }, 'clock'],
  ['an endless class', { minutes: 601 }, 'minutes'],
  ['too many classes', { class_count: 401 }, 'class_count'],
  ['an unknown course', { course_id: 999_999 }, 'course_id'],
  ['an unknown calendar of holidays', { calendar: 'Holidays of nowhere' }, 'calendar'],
  ['a first day after three years', { first_day: '2034-02-06' }, 'first_day'],
  ['classes that are all over', { first_day: '2031-01-06' }, 'first_day'],
  ['an unknown instructor', { instructor_id: 999_999 }, 'instructor_id'],
  ['a script as classroom', { classroom_url: 'javascript:alert(1)' }, 'classroom_url'],
  ['no seats', { capacity: 0 }, 'capacity'],
])('refuses %s', async (_, change, field) => {
  const shop = await open()
  const counts = async () =>
    (await shop.db.query('select (select count(*) from batches) as b, (select count(*) from class_sessions) as s')).rows
  const before = await counts()
  const { status, error } = await shop.call('POST', 'batches/', { body: { ...shop.batch, ...change } })
  expect([status, Object.keys(error)]).toEqual([400, expect.arrayContaining([field])])
  expect(await counts()).toEqual(before)
})

test('refuses a pattern whose only day is a holiday', async () => {
  const shop = await open()
  await shop.db.query(`insert into holidays (calendar, day, name) values ('India', '2031-02-03', 'Harvest')`)
  const { status, error } = await shop.call('POST', 'batches/', {
    body: { ...shop.batch, class_count: null, last_day: '2031-02-04' },
  })
  expect([status, error['weekdays']]).toEqual([400, ['This pattern makes no class.']])
  expect((await shop.db.query('select 1 from batches')).rowCount).toBe(1)
})

test('refuses fewer seats than students and another course', async () => {
  const shop = await open()
  const made = await add(shop)
  for (let count = 0; count < 2; count += 1) {
    const { user } = await signIn(shop)
    await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, now())', [user.id, made.id])
  }
  const other = await sellCourse(shop.db)
  const change = (body: object) => shop.call('PATCH', `batches/${made.id}/`, { body, version: made.version })
  expect((await change({ capacity: 1 })).error).toMatchObject({ code: 'too_few_seats' })
  expect((await change({ course_id: other.courseId })).error).toMatchObject({ code: 'batch_has_students' })
  expect((await change({ capacity: 2 })).as<BatchRecord>()).toMatchObject({ capacity: 2, students: 2 })
})

test('a cancelled batch keeps its days', async () => {
  const shop = await open()
  const made = await add(shop)
  await cancelBatch(shop, made.id)
  const { version } = (await shop.call('GET', `batches/${made.id}/`)).as<BatchRecord>()
  expect((await shop.call('PATCH', `batches/${made.id}/`, { body: { clock: '08:00' }, version })).error.code).toBe(
    'batch_cancelled',
  )
  expect((await shop.call('POST', `batches/${made.id}/generate/`, { version })).error.code).toBe('batch_cancelled')
})

test('filters, searches and sorts batches', async () => {
  const shop = await open()
  await cancelBatch(shop, shop.batchId)
  const made = await add(shop)
  const later = await add(shop, { first_day: '2031-03-03', batch_type: 'Weekend' })
  const ids = async (query: string) => {
    const answer = await shop.call('GET', `batches/${query}`)
    expect(answer.status, query).toBe(200)
    const { items, total } = answer.as<{ items: BatchRecord[]; total: number }>()
    expect(total).toBe(items.length)
    return items.map(({ id }) => id)
  }
  expect(await ids('?state=ahead&sort=-starts_at')).toEqual([later.id, made.id])
  expect(await ids(`?course=${shop.courseId}&instructor=${shop.instructorId}&q=weekend`)).toEqual([later.id])
  expect(await ids('?state=cancelled')).toHaveLength(1)
  expect(await ids('?state=running')).toEqual([])
  for (const query of ['?state=full', '?course=x', '?course=0', '?instructor=99999999999', '?sort=capacity'])
    expect((await shop.call('GET', `batches/${query}`)).status, query).toBe(400)
  const page = (await shop.call('GET', 'batches/?state=ahead&sort=starts_at&limit=1')).as<{
    items: BatchRecord[]
    next_cursor: string
  }>()
  const next = (await shop.call('GET', `batches/?state=ahead&sort=starts_at&limit=1&cursor=${page.next_cursor}`)).as<{
    items: BatchRecord[]
  }>()
  expect([...page.items, ...next.items].map(({ id }) => id)).toEqual([made.id, later.id])
})

test('only owner and content write batches', async () => {
  const shop = await open()
  for (const [role, reads, writes] of [
    ['owner', 200, 201],
    ['content', 200, 201],
    ['support', 200, 403],
    ['finance', 200, 403],
    ['instructor', 403, 403],
  ] as const) {
    const call = staffClient(shop, role)
    expect([role, (await call('GET', 'batches/')).status]).toEqual([role, reads])
    const own = { ...shop.batch, batch_type: `Group of ${role}` }
    expect([role, (await call('POST', 'batches/', { body: own })).status]).toEqual([role, writes])
  }
})

test('staff choose where the classes of a batch are held', async () => {
  const shop = await open()
  const usual = await add(shop)
  expect(usual.classroom_provider).toBe('link')
  const patch = (value: unknown, version: number) =>
    shop.call('PATCH', `batches/${usual.id}/`, { body: { classroom_provider: value }, version })
  const here = (await patch('builtin', usual.version)).as<BatchRecord>()
  expect(here.classroom_provider).toBe('builtin')
  for (const wrong of [null, 'elsewhere']) {
    const refused = await patch(wrong, here.version)
    expect([refused.status, refused.error]).toMatchObject([400, { classroom_provider: ['Please give one of link, builtin.'] }])
  }
  const made = await shop.call('POST', `batches/${usual.id}/duplicate/`, { body: { starts_on: '2031-06-02' } })
  expect([made.status, made.as<BatchRecord>()]).toMatchObject([201, { classroom_provider: 'builtin' }])
})

test('a new batch of the demo is held here', async () => {
  const shop = await open()
  shop.deps.config = { ...shop.deps.config, environment: 'demo' }
  expect((await add(shop)).classroom_provider).toBe('builtin')
  expect((await add(shop, { batch_type: 'Weekend', classroom_provider: 'link' })).classroom_provider).toBe('link')
})

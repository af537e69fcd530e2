import type pg from 'pg'
import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'

/** A batch of six classes, Mondays, Wednesdays and Fridays at 19:30 IST from 3 February 2031, without holidays. */
async function sixClasses(): Promise<TestApp & { batchId: number; courseId: number }> {
  const shop = await createTestApp()
  const { batchId, courseId } = await sellCourse(shop.db)
  await shop.db.query(
    `update batch_patterns set weekdays = '{1,3,5}', clock = '19:30', minutes = 90, first_day = '2031-02-03', class_count = 6,
       last_day = null, calendar = 'India' where batch_id = $1`,
    [batchId],
  )
  await generate(shop.db, batchId, '-infinity')
  return Object.assign(shop, { batchId, courseId })
}

const generate = (db: pg.Pool, batchId: number, since: string) => db.query('select generate_sessions($1, $2)', [batchId, since])
const change = (db: pg.Pool, batchId: number, set: string) =>
  db.query(`update batch_patterns set ${set} where batch_id = $1`, [batchId])

/** Starts in IST, such as `03 Feb 19:30`, with the id's place among the first six. */
async function classesOf(db: pg.Pool, batchId: number): Promise<string[]> {
  const { rows } = await db.query<{ text: string }>(
    `select to_char(starts_at at time zone 'Asia/Kolkata', 'DD Mon HH24:MI') || case when state = 'cancelled' then ' cancelled' else '' end
       as text from class_sessions where batch_id = $1 order by starts_at, id`,
    [batchId],
  )
  return rows.map(({ text }) => text)
}
const six = ['03 Feb 19:30', '05 Feb 19:30', '07 Feb 19:30', '10 Feb 19:30', '12 Feb 19:30', '14 Feb 19:30']

it('makes the classes of a pattern once', async () => {
  const { db, batchId } = await sixClasses()
  expect(await classesOf(db, batchId)).toEqual(six)
  const all = async () => (await db.query('select * from class_sessions order by id')).rows
  const before = await all()
  for (const since of ['-infinity', '2031-02-05T14:00:00Z', '2031-02-06T00:00:00Z', '2031-03-01T00:00:00Z'])
    await generate(db, batchId, since)
  expect(await all()).toEqual(before)
})

it('skips the holidays of the calendar, also on the first day', async () => {
  const { db, batchId } = await sixClasses()
  await db.query(
    `insert into holidays (calendar, day, name) values ('India', '2031-02-03', 'One'), ('India', '2031-02-12', 'Two'),
       ('Other', '2031-02-05', 'Three')`,
  )
  await generate(db, batchId, '-infinity')
  expect(await classesOf(db, batchId)).toEqual([
    ...six.filter((_, index) => ![0, 4].includes(index)),
    '17 Feb 19:30',
    '19 Feb 19:30',
  ])
  const { rows } = await db.query('select starts_at, ends_at from batches')
  expect(rows).toEqual([{ starts_at: new Date('2031-02-05T14:00:00Z'), ends_at: new Date('2031-02-19T15:30:00Z') }])
})

it('changes only classes that are ahead', async () => {
  const { db, batchId } = await sixClasses()
  await change(db, batchId, `weekdays = '{2,4}', clock = '20:00', minutes = 60`)
  await generate(db, batchId, '2031-02-07T14:00:00Z')
  expect(await classesOf(db, batchId)).toEqual([...six.slice(0, 3), '11 Feb 20:00', '13 Feb 20:00', '18 Feb 20:00'])
  const { rows } = await db.query('select weekdays, class_minutes, ends_at from batches')
  expect(rows).toEqual([{ weekdays: [2, 4], class_minutes: 60, ends_at: new Date('2031-02-18T15:30:00Z') }])
})

it('leaves classes alone that were edited by hand', async () => {
  const { db, batchId } = await sixClasses()
  const at = (day: string) => [batchId, `2031-02-${day}T14:00:00Z`]
  await db.query(
    `update class_sessions set edited = true, moved_from = starts_at, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'
     where batch_id = $1 and starts_at = $2`,
    at('05'),
  )
  await db.query(`update class_sessions set edited = true, state = 'cancelled' where batch_id = $1 and starts_at = $2`, at('10'))
  await db.query(
    `insert into class_sessions (batch_id, starts_at, ends_at, edited, extra) values ($1, $2, $2::timestamptz + interval '1 hour', true, true)`,
    at('17'),
  )
  const edited = [
    '03 Feb 19:30',
    '06 Feb 19:30',
    '07 Feb 19:30',
    '10 Feb 19:30 cancelled',
    '12 Feb 19:30',
    '14 Feb 19:30',
    '17 Feb 19:30',
  ]
  await generate(db, batchId, '2031-02-01T00:00:00Z')
  expect(await classesOf(db, batchId)).toEqual(edited)
  await change(db, batchId, 'class_count = 8')
  await generate(db, batchId, '2031-02-01T00:00:00Z')
  expect(await classesOf(db, batchId), 'the extra class keeps its evening').toEqual([...edited, '19 Feb 19:30', '21 Feb 19:30'])
})

it('keeps the order of topics when days change', async () => {
  const { db, batchId } = await sixClasses()
  await db.query(`update class_sessions s set topic = 'Topic ' || n.number from numbered_sessions n where n.id = s.id`)
  await change(db, batchId, `weekdays = '{6,7}', first_day = '2031-02-08'`)
  await generate(db, batchId, '2031-02-01T00:00:00Z')
  const { rows } = await db.query<{ topic: string }>('select topic from numbered_sessions order by starts_at')
  expect(rows.map(({ topic }) => topic)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Topic ${number}`))
})

it('never makes two classes of one day', async () => {
  const { db, batchId } = await sixClasses()
  await change(db, batchId, `clock = '23:00'`)
  await generate(db, batchId, '2031-02-05T15:00:00Z')
  expect(await classesOf(db, batchId)).toEqual([
    ...six.slice(0, 2),
    '07 Feb 23:00',
    '10 Feb 23:00',
    '12 Feb 23:00',
    '14 Feb 23:00',
  ])
})

it('plans what it would make without writing', async () => {
  const { db, batchId } = await sixClasses()
  const before = await classesOf(db, batchId)
  const { rows } = await db.query<{ change: string; session_id: number | null }>(
    `select change, session_id from plan_sessions($1, '{1,3,5}', '20:30', 90, '2031-02-03', 5, null, 'India', '2031-02-05T14:00:00Z')
     order by coalesce(starts_at, was_at)`,
    [batchId],
  )
  expect(rows.map((row) => row.change)).toEqual(['unchanged', 'unchanged', 'moved', 'moved', 'moved', 'removed'])
  expect(await classesOf(db, batchId)).toEqual(before)
  const fresh = await db.query(
    `select change from plan_sessions(null, '{7}', '10:00', 120, '2031-02-02', null, '2031-03-02', null, '-infinity')`,
  )
  expect(fresh.rows).toEqual(Array.from({ length: 5 }, () => ({ change: 'added' })))
})

it('refuses two classes of a batch at one time', async () => {
  const { db, batchId } = await sixClasses()
  const add = `insert into class_sessions (batch_id, starts_at, ends_at, edited, extra, state)
    values ($1, '2031-02-05T15:29:00Z', '2031-02-05T16:00:00Z', true, true, $2)`
  await expect(db.query(add, [batchId, 'scheduled'])).rejects.toThrow(/sessions_never_overlap/)
  await db.query(add, [batchId, 'cancelled'])
  await expect(db.query('update class_sessions set ends_at = starts_at')).rejects.toThrow(/session_ends_after_start/)
})

it('each noticeable change raises the sequence by one', async () => {
  const { db } = await sixClasses()
  const sequence = async (set: string) =>
    (
      await db.query<{ sequence: number }>(
        `update class_sessions set ${set} where id = (select min(id) from class_sessions) returning sequence`,
      )
    ).rows[0]?.sequence
  const start = (await sequence('topic = topic')) ?? 0
  expect(await sequence(`starts_at = starts_at + interval '1 minute'`)).toBe(start + 1)
  expect(await sequence(`notes = 'Locks', prepare = 'Read chapter 1.'`)).toBe(start + 1)
  expect(await sequence(`state = 'cancelled', topic = 'Queues'`)).toBe(start + 2)
})

it('a changed class moves batch dates and drops the cached course', async () => {
  const { db, batchId, courseId } = await sixClasses()
  const listener = await db.connect()
  const tags: string[] = []
  listener.on('notification', ({ payload }) => tags.push(payload ?? ''))
  await listener.query('listen cache_invalidated')
  await db.query(`update class_sessions set starts_at = starts_at - interval '1 hour' where starts_at = '2031-02-03T14:00:00Z'`)
  await db.query(`update class_sessions set state = 'cancelled' where starts_at = '2031-02-14T14:00:00Z'`)
  await db.query(`delete from class_sessions where starts_at = '2031-02-07T14:00:00Z'`)
  await listener.query('select 1')
  listener.release()
  expect(tags.filter((tag) => tag === `course:${courseId}`).length).toBeGreaterThanOrEqual(3)
  const { rows } = await db.query('select starts_at, ends_at, class_count, last_class_at from batch_offers where id = $1', [
    batchId,
  ])
  expect(rows).toEqual([
    {
      starts_at: new Date('2031-02-03T13:00:00Z'),
      ends_at: new Date('2031-02-12T15:30:00Z'),
      class_count: 4,
      last_class_at: new Date('2031-02-12T14:00:00Z'),
    },
  ])
})

it('a batch whose classes are all cancelled keeps its dates', async () => {
  const { get, db, courseId } = await sixClasses()
  await db.query(`update class_sessions set state = 'cancelled'`)
  const course = (await get(`/courses/${courseId}/`)).json<{ upcoming_batches: unknown[] }>()
  expect(course.upcoming_batches).toMatchObject([
    { class_count: 0, last_class_at: '2031-02-03T14:00:00.000Z', date: '2031-02-03' },
  ])
})

import { expect, test } from 'vitest'
import type { OutdatedBatch } from '#contract/classes/staff/batches.ts'
import { system } from '#server/platform/auth/principal.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { checkPatterns } from './check-patterns.ts'

interface School extends TestApp {
  batchId: number
  check(): Promise<void>
  /** What is stored for the batch; undefined when it must be compared anew. */
  stored(): Promise<boolean | undefined>
  outdated(query?: string): Promise<{ items: OutdatedBatch[]; is_complete: boolean }>
}

/** A school whose only batch has six classes: Mondays, Wednesdays and Fridays from 3 February 2031, 19:30 IST. */
async function open(): Promise<School> {
  const school = await createTestApp()
  await school.db.query(`update app_clock set "offset" = '2031-02-01T06:00:00Z'::timestamptz - now()`)
  await school.db.query(`insert into holidays (calendar, day, name) values ('India', '2030-10-02', 'Gandhi Jayanti')`)
  const { courseId } = await sellCourse(school.db)
  await school.db.query('delete from batches')
  const { rows } = await school.db.query<{ id: number }>('select id from instructors')
  const call = staffClient(school)
  const made = await call('POST', 'batches/', {
    body: {
      course_id: courseId,
      mode_of_training: 'Live online',
      batch_type: 'Weekday evening',
      instructor_id: rows[0]?.id,
      capacity: null,
      classroom_url: 'https://classroom.example/room',
      first_day: '2031-02-03',
      clock: '19:30',
      weekdays: [1, 3, 5],
      minutes: 90,
      class_count: 6,
      last_day: null,
      calendar: 'India',
    },
  })
  const batchId = made.as<{ id: number }>().id
  return Object.assign(school, {
    batchId,
    check: () => checkPatterns(school.deps, system),
    async stored() {
      const found = await school.db.query<{ in_line: boolean }>('select in_line from pattern_checks where batch_id = $1', [
        batchId,
      ])
      return found.rows[0]?.in_line
    },
    outdated: async (query = '') =>
      (await call('GET', `batches/outdated/${query}`)).as<Awaited<ReturnType<School['outdated']>>>(),
  })
}

const first = '(select id from class_sessions order by starts_at limit 1)'

test.each([
  ['a new holiday on a class day', `insert into holidays (calendar, day, name) values ('India', '2031-02-05', 'Harvest')`],
  ['a holiday that moves to a class day', `update holidays set day = '2031-02-05'`],
  ['a changed pattern', `update batch_patterns set minutes = 60`],
  ['a moved class', `update class_sessions set starts_at = starts_at + interval '5 minutes' where id = ${first}`],
  ['a cancelled class', `update class_sessions set state = 'cancelled', edited = true where id = ${first}`],
  ['a deleted class', `delete from class_sessions where id = ${first}`],
  [
    'an added class',
    `insert into class_sessions (batch_id, starts_at, ends_at) select id, '2031-02-04T10:00Z', '2031-02-04T11:00Z' from batches`,
  ],
])('%s has the batch compared anew', async (_change, sql) => {
  const school = await open()
  await school.check()
  expect(await school.stored()).toBe(true)
  await school.db.query(sql)
  expect(await school.stored()).toBeUndefined()
  await school.check()
  expect(await school.stored()).toBe((await school.outdated()).items.length === 0)
})

test('a deleted holiday has the batch compared anew', async () => {
  const school = await open()
  await school.db.query(`insert into holidays (calendar, day, name) values ('India', '2031-02-05', 'Harvest')`)
  await school.check()
  expect(await school.stored()).toBe(false)
  await school.db.query(`delete from holidays where name = 'Harvest'`)
  expect(await school.stored()).toBeUndefined()
  expect(await school.outdated()).toEqual({ items: [], is_complete: true })
})

test.each([
  ['a new topic', `update class_sessions set topic = 'Reading a query plan'`],
  ['a holiday of another calendar', `insert into holidays (calendar, day, name) values ('Nepal', '2031-02-05', 'Dashain')`],
  ['a holiday on another weekday', `insert into holidays (calendar, day, name) values ('India', '2031-02-06', 'Harvest')`],
  ['a renamed holiday', `update holidays set name = 'Birthday of Gandhi'`],
])('%s leaves the check of the batch', async (_change, sql) => {
  const school = await open()
  await school.check()
  await school.db.query(sql)
  expect(await school.stored()).toBe(true)
  expect((await school.outdated()).items).toEqual([])
})

test('nothing is checked while somebody changes classes', async () => {
  const school = await open()
  const client = await school.db.connect()
  try {
    await client.query('begin')
    await client.query(`insert into holidays (calendar, day, name) values ('India', '2031-02-05', 'Harvest')`)
    await school.check()
    expect(await school.stored()).toBeUndefined()
    await client.query('commit')
  } finally {
    client.release()
  }
  await school.check()
  expect(await school.stored()).toBe(false)
  expect((await school.outdated()).items).toEqual([expect.objectContaining({ id: school.batchId, moved: 5 })])
})

test('a new topic does not wait for a check', async () => {
  const school = await open()
  const client = await school.db.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('pattern_checks'))`)
    await school.db.query(`update class_sessions set topic = 'Reading a query plan'`)
    await client.query('commit')
  } finally {
    client.release()
  }
  const { rows } = await school.db.query('select distinct topic from class_sessions')
  expect(rows).toEqual([{ topic: 'Reading a query plan' }])
})

test('a call compares two hundred batches and a job the rest', async () => {
  const school = await open()
  await school.db.query(
    `with made as (
       insert into batches (course_id, mode_of_training, batch_type, time_text, instructor_id, starts_at, ends_at, weekdays, class_minutes)
       select course_id, mode_of_training, batch_type, time_text, instructor_id, starts_at + interval '7 days', ends_at + interval '7 days',
         weekdays, class_minutes
       from batches, generate_series(1, 240) returning id)
     insert into batch_patterns (batch_id, weekdays, clock, minutes, first_day, class_count)
     select made.id, weekdays, clock, minutes, first_day + 7, class_count from made, batch_patterns`,
  )
  await school.db.query(`select generate_sessions(batch_id, '-infinity') from batch_patterns`)
  expect(await school.outdated()).toEqual({ items: [], is_complete: false })
  await school.check()
  expect(await school.outdated()).toEqual({ items: [], is_complete: true })
  const last = await school.db.query<{ id: number }>('select max(id) as id from batches')
  const lastId = last.rows[0]?.id ?? 0
  await school.db.query(
    'delete from class_sessions where batch_id = $1 and starts_at = (select max(starts_at) from class_sessions)',
    [lastId],
  )
  await school.db.query('delete from pattern_checks')
  expect(await school.outdated()).toEqual({ items: [], is_complete: false })
  expect(await school.outdated(`?batch=${lastId}`)).toEqual({
    items: [expect.objectContaining({ id: lastId, added: 1 })],
    is_complete: true,
  })
  await school.check()
  expect(await school.outdated()).toEqual({ items: [expect.objectContaining({ id: lastId, added: 1 })], is_complete: true })
})

// A stored check is right only if this holds.
test('time alone puts no batch out of line', async () => {
  const school = await open()
  await school.db.query(`insert into holidays (calendar, day, name) values ('India', '2031-02-10', 'Harvest')`)
  // Moved by hand, cancelled and added, one of them through midnight into a class day.
  await school.db.query(
    `update class_sessions set edited = true, moved_from = starts_at, starts_at = '2031-02-06T17:00Z', ends_at = '2031-02-06T19:30Z'
     where starts_at = '2031-02-05T14:00Z'`,
  )
  await school.db.query(`update class_sessions set state = 'cancelled', edited = true where starts_at = '2031-02-07T14:00Z'`)
  await school.db.query(
    `insert into class_sessions (batch_id, starts_at, ends_at, edited, extra)
     values ($1, '2031-02-08T17:30Z', '2031-02-08T20:30Z', true, true)`,
    [school.batchId],
  )
  await school.db.query(`select generate_sessions($1, '2031-02-01T06:00Z')`, [school.batchId])
  const { rows } = await school.db.query<{ since: string; changes: string[] }>(
    `select d.since, array_agg(s.change) filter (where s.change <> 'unchanged') as changes
     from generate_series('2031-02-01T06:00Z'::timestamptz, '2031-03-20T06:00Z', interval '90 minutes') as d (since)
     cross join batch_patterns p
     cross join lateral plan_sessions(p.batch_id, p.weekdays, p.clock, p.minutes, p.first_day, p.class_count, p.last_day, p.calendar, d.since) s
     group by d.since`,
  )
  expect(rows.length).toBeGreaterThan(700)
  expect(rows.filter(({ changes }) => changes !== null)).toEqual([])
})

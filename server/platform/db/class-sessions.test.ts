import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { connect } from './connect.ts'
import { exportDatabase } from './export.ts'
import { importDatabase } from './import.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './read-migrations.ts'

/** The last migration before classes became rows. */
const versionBefore = '0032_instructors'

async function open(): Promise<{ url: string; pool: pg.Pool }> {
  const database = await createDatabase({ empty: true })
  const pool = connect(database.url, { max: 2, log: { warn() {} }, actor: 'system' })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return { url: database.url, pool }
}

async function addCourse(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into courses (id, slug, title, category, description, overview, university, duration, difficulty_level,
    course_type, price_paise) values (1, 'old', 'Old', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 100)`)
}

/** Writes a batch as before classes became rows. */
async function addBatch(pool: pg.Pool, from: string, to: string, weekdays: string, minutes = 90): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into batches (course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type,
       instructor_name) values (1, $1, $2, 'any time', $4, $3, 'A', 'B', 'Meera Kulkarni') returning id`,
    [from, to, weekdays, minutes],
  )
  return rows[0]?.id ?? 0
}

async function addRecording(pool: pg.Pool, batchId: number, day: number, recordedOn: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into recordings (batch_id, day_number, title, video_url, recorded_on, duration_seconds)
     values ($1, $2, 'A lesson', 'media/recordings/x.mp4', $3, 54) returning id`,
    [batchId, day, recordedOn],
  )
  return rows[0]?.id ?? 0
}

const classesIn = async (pool: pg.Pool) =>
  (await pool.query('select batch_id, day_number, starts_at, ends_at from batch_classes order by batch_id, day_number')).rows
const datesOf = async (pool: pg.Pool) =>
  (await pool.query('select id, starts_at, ends_at, version from batches order by id')).rows

test('a snapshot of the version before gets the same sessions', async () => {
  const before = await open()
  await migrate(before.pool, migrationsFolder, versionBefore)
  await addCourse(before.pool)
  const usual = await addBatch(before.pool, '2031-02-03T14:00:00Z', '2031-05-02T15:30:00Z', '{1,3,5}')
  await addBatch(before.pool, '2031-02-04T14:00:00Z', '2031-03-05T13:59:00Z', '{1,3}') // begins on another weekday, ends before a class
  await addBatch(before.pool, '2031-02-02T18:45:00Z', '2031-02-06T20:15:00Z', '{1,3,5}') // the next day in India
  await addBatch(before.pool, '2031-02-03T14:00:00.123456Z', '2031-02-10T14:00:00.123456Z', '{1,2,3,4,5,6,7}', 600)
  await addBatch(before.pool, '2031-02-03T14:00:00Z', '2031-02-03T14:00:01Z', '{7}')
  const past = await addBatch(before.pool, '2021-02-03T14:00:00Z', '2021-03-03T14:00:00Z', '{2}')
  await before.pool.query('update batches set cancelled_at = now() where id = $1', [usual])
  const recordings = [
    await addRecording(before.pool, past, 2, '2021-02-09'),
    await addRecording(before.pool, past, 2, '2021-02-09'),
    await addRecording(before.pool, usual, 3, '2031-02-07'),
  ]
  await before.pool.query(`insert into users (email, full_name, verified_at) values ('asha@example.com', 'Asha', now())`)
  await before.pool.query(
    `insert into recording_positions (user_id, recording_id, position_seconds, watched_at, updated_at)
     select u.id, r.id, 12, now(), now() from users u, recordings r`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'sessions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await exportDatabase(before.url, join(folder, 'before.gz'))
  const after = await open()
  await importDatabase(after.url, join(folder, 'before.gz'))

  const expected = await classesIn(before.pool)
  expect(expected.length).toBeGreaterThan(50)
  const { rows } = await after.pool.query(
    'select batch_id, number as day_number, starts_at, ends_at from numbered_sessions order by batch_id, number',
  )
  expect(rows).toEqual(expected)
  expect(await datesOf(after.pool)).toEqual(await datesOf(before.pool))
  const offers = 'select id, class_count, last_class_at from batch_offers order by id'
  expect((await after.pool.query(offers)).rows).toEqual((await before.pool.query(offers)).rows)
  const { rows: taught } = await after.pool.query(
    `select r.id, n.batch_id, n.number, w.position_seconds from recordings r join numbered_sessions n on n.id = r.session_id
     join recording_positions w on w.recording_id = r.id order by r.id`,
  )
  expect(taught).toEqual([
    { id: recordings[0], batch_id: past, number: 2, position_seconds: 12 },
    { id: recordings[1], batch_id: past, number: 2, position_seconds: 12 },
    { id: recordings[2], batch_id: usual, number: 3, position_seconds: 12 },
  ])

  // The patterns make the same sessions, whatever has begun.
  const sessions = async () => (await after.pool.query('select * from class_sessions order by id')).rows
  const migrated = await sessions()
  for (const since of [`'-infinity'`, 'now()', `'2031-02-20'`]) {
    await after.pool.query(`select generate_sessions(id, ${since}) from batches`)
    expect(await sessions(), since).toEqual(migrated)
  }
})

test('a recording of another day gets a class of its own', async () => {
  const { pool } = await open()
  await migrate(pool, migrationsFolder, versionBefore)
  await addCourse(pool)
  const batchId = await addBatch(pool, '2021-02-01T14:00:00Z', '2021-02-05T15:30:00Z', '{1,3,5}')
  const recordings = [await addRecording(pool, batchId, 9, '2021-02-02'), await addRecording(pool, batchId, 10, '2021-02-05')]
  await migrate(pool, migrationsFolder)
  const { rows } = await pool.query(
    `select r.id, n.number, n.starts_at, n.extra from recordings r
     join numbered_sessions n on n.id = r.session_id order by r.id`,
  )
  expect(rows).toEqual([
    { id: recordings[0], number: 2, starts_at: new Date('2021-02-02T14:00:00Z'), extra: true },
    { id: recordings[1], number: 5, starts_at: new Date('2021-02-06T14:00:00Z'), extra: true },
  ])
})

import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { connect } from './connect.ts'
import { holdMigrations, migrate } from './migrate.ts'
import { migrationsFolder } from './read-migrations.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool
let folder: string

beforeEach(async () => {
  database = await createDatabase({ empty: true })
  pool = connect(database.url, { max: 4, log: { warn() {} } })
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await pool.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql)
const names = async (): Promise<string[]> =>
  (await pool.query('select name from schema_migrations order by name')).rows.map(({ name }) => name)
const exists = async (table: string): Promise<boolean> =>
  (await pool.query('select to_regclass($1) is not null as found', [table])).rows[0]?.found

test('applies files once and in order', async () => {
  write('0002_fill.sql', 'insert into course values (1);')
  write('0001_create.sql', 'create table course (id int);')
  expect(await migrate(pool, folder)).toEqual(['0001_create', '0002_fill'])
  write('0003_more.sql', 'insert into course values (2);')
  expect(await migrate(pool, folder)).toEqual(['0003_more'])
  expect(await migrate(pool, folder)).toEqual([])
  expect((await pool.query('select id from course order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('a migration waits while another process holds migrations', async () => {
  write('0001_create.sql', 'create table course (id int);')
  const letGo = await holdMigrations(pool)
  const migrating = migrate(pool, folder)
  // Longer than a poll of the lock.
  await expect(Promise.race([migrating, wait(300, 'waits')])).resolves.toBe('waits')
  letGo()
  expect(await migrating).toEqual(['0001_create'])
})

test('a failing file is rolled back and can be fixed', async () => {
  write('0001_create.sql', 'create table course (id int);')
  write('0002_break.sql', 'create table batch (id int); select 1/0;')
  await expect(migrate(pool, folder)).rejects.toThrow('Migration 0002_break failed: division by zero')
  expect(await names()).toEqual(['0001_create'])
  expect(await exists('batch')).toBe(false)
  write('0002_break.sql', 'create table batch (id int);')
  expect(await migrate(pool, folder)).toEqual(['0002_break'])
})

test('rejects a changed applied file but ignores line ends', async () => {
  write('0001_create.sql', 'create table course (id int);\n')
  await migrate(pool, folder)
  write('0001_create.sql', 'create table course (id int);\r\n')
  expect(await migrate(pool, folder)).toEqual([])
  write('0001_create.sql', 'create table course (id bigint);\n')
  await expect(migrate(pool, folder)).rejects.toThrow(/0001_create was changed after it was applied/)
})

test('an older version runs on newer expand steps', async () => {
  write('0001_create.sql', 'create table course (id int);')
  write('0002_expand.sql', 'alter table course add column title text;')
  await migrate(pool, folder)
  rmSync(join(folder, '0002_expand.sql'))
  expect(await migrate(pool, folder)).toEqual([])
})

test('a newer contract step names the backup that leads back', async () => {
  write('0001_create.sql', 'create table course (id int, title text);')
  await migrate(pool, folder)
  write('0002_contract.sql', '-- contract: nobody reads the title since version 1.1.0\nalter table course drop column title;')
  await migrate(pool, folder)
  rmSync(join(folder, '0002_contract.sql'))
  await expect(migrate(pool, folder)).rejects.toThrow(
    /contract step 0002_contract of a newer version.*restore a backup from before 20\d\d-\d\d-\d\dT[\d:.]+Z/,
  )
})

test('a database that knew no steps learns them', async () => {
  write('0001_create.sql', 'create table course (id int);')
  await migrate(pool, folder)
  await pool.query('alter table schema_migrations drop column step')
  await migrate(pool, folder)
  expect((await pool.query('select name, step from schema_migrations')).rows).toEqual([{ name: '0001_create', step: 'expand' }])
})

test('rejects a missing applied file', async () => {
  write('0001_create.sql', 'create table course (id int);')
  await migrate(pool, folder)
  rmSync(join(folder, '0001_create.sql'))
  await expect(migrate(pool, folder)).rejects.toThrow(
    /has the migration 0001_create of a newer version.*start the newer version again/,
  )
})

test('rejects a file numbered before an applied one', async () => {
  write('0002_create.sql', 'create table course (id int);')
  await migrate(pool, folder)
  write('0001_late.sql', 'create table late (id int);')
  await expect(migrate(pool, folder)).rejects.toThrow(/0001_late comes before 0002_create/)
  expect(await exists('late')).toBe(false)
})

test('rejects misnamed files and shared numbers before applying any', async () => {
  write('0001_create.sql', 'create table course (id int);')
  write('2_More.sql', 'select 1;')
  await expect(migrate(pool, folder)).rejects.toThrow(/2_More\.sql is misnamed/)
  rmSync(join(folder, '2_More.sql'))
  write('0001_other.sql', 'select 1;')
  await expect(migrate(pool, folder)).rejects.toThrow(/share a number/)
  expect(await exists('course')).toBe(false)
})

test('concurrent processes apply each file once', async () => {
  write('0001_create.sql', 'create table course (id int); insert into course values (1);')
  write('0002_index.sql', '-- no-transaction\ncreate index concurrently course_id on course (id);')
  const pools = [1, 2, 3].map(() => connect(database.url, { max: 1, log: { warn() {} } }))
  const applied = await Promise.all(pools.map((one) => migrate(one, folder)))
  await Promise.all(pools.map((one) => one.end()))
  expect(applied.flat()).toEqual(['0001_create', '0002_index'])
  expect((await pool.query('select count(*) as rows from course')).rows).toEqual([{ rows: 1 }])
})

test('continues a migration without a transaction after it was interrupted', async () => {
  write('0001_create.sql', 'create table course (id int, title text); insert into course values (1), (1);')
  const index = (columns: string) => `create index concurrently if not exists by_${columns} on course (${columns});`
  write('0002_index.sql', `-- no-transaction\n${index('title')}\n${index('id').replace('index', 'unique index')}`)
  await expect(migrate(pool, folder)).rejects.toThrow(/0002_index failed/)
  await pool.query('delete from course')
  expect(await migrate(pool, folder)).toEqual(['0002_index'])
  const { rows } = await pool.query(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'course'::regclass order by 1`,
  )
  expect(rows).toEqual([
    { name: 'by_id', valid: true },
    { name: 'by_title', valid: true },
  ])
})

test('the timeouts of a migration do not leak into the pool', async () => {
  write('0001_create.sql', 'create table course (id int);')
  await migrate(pool, folder)
  expect((await pool.query("select current_setting('statement_timeout') as value")).rows).toEqual([{ value: '10s' }])
})

test('batches of the version before get their instructors', async () => {
  const older = readdirSync(migrationsFolder).filter((file) => file < '0032')
  for (const file of older) copyFileSync(join(migrationsFolder, file), join(folder, file))
  await migrate(pool, folder)
  const writer = await pool.connect()
  await writer.query(`select set_config('app.actor_kind', 'system', false)`)
  await writer.query(`insert into courses (id, slug, title, category, description, overview, university, duration, difficulty_level,
    course_type, price_paise) values (1, 'old', 'Old', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 100)`)
  await writer.query(`insert into batches (course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training,
    batch_type, instructor_name) select 1, now(), now() + interval '9 days', '7 PM', 60, '{1}', 'A', 'B', name
    from unnest('{Meera Kulkarni,Rohan Deshmukh,Meera Kulkarni}'::text[]) as name`)
  writer.release(true)
  await migrate(pool, migrationsFolder)
  const { rows } = await pool.query(
    `select o.id, i.name, o.instructor_name from batch_offers o join instructors i on i.id = o.instructor_id order by o.id`,
  )
  expect(rows).toEqual([
    { id: 1, name: 'Meera Kulkarni', instructor_name: 'Meera Kulkarni' },
    { id: 2, name: 'Rohan Deshmukh', instructor_name: 'Rohan Deshmukh' },
    { id: 3, name: 'Meera Kulkarni', instructor_name: 'Meera Kulkarni' },
  ])
  expect((await pool.query('select name from instructors order by id')).rowCount).toBe(2)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

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
  (await pool.query('SELECT name FROM schema_migrations ORDER BY name')).rows.map(({ name }) => name)
const exists = async (table: string): Promise<boolean> =>
  (await pool.query('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0]?.found

test('files are applied in order, once', async () => {
  write('0002_fill.sql', 'INSERT INTO course VALUES (1);')
  write('0001_create.sql', 'CREATE TABLE course (id int);')
  expect(await migrate(pool, folder)).toEqual(['0001_create', '0002_fill'])
  write('0003_more.sql', 'INSERT INTO course VALUES (2);')
  expect(await migrate(pool, folder)).toEqual(['0003_more'])
  expect(await migrate(pool, folder)).toEqual([])
  expect((await pool.query('SELECT id FROM course ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('a failing file changes nothing, keeps those before it and can be mended', async () => {
  write('0001_create.sql', 'CREATE TABLE course (id int);')
  write('0002_break.sql', 'CREATE TABLE batch (id int); SELECT 1/0;')
  await expect(migrate(pool, folder)).rejects.toThrow('Migration 0002_break failed: division by zero')
  expect(await names()).toEqual(['0001_create'])
  expect(await exists('batch')).toBe(false)
  write('0002_break.sql', 'CREATE TABLE batch (id int);')
  expect(await migrate(pool, folder)).toEqual(['0002_break'])
})

test('an applied file that was changed is refused; its line ends do not matter', async () => {
  write('0001_create.sql', 'CREATE TABLE course (id int);\n')
  await migrate(pool, folder)
  write('0001_create.sql', 'CREATE TABLE course (id int);\r\n')
  expect(await migrate(pool, folder)).toEqual([])
  write('0001_create.sql', 'CREATE TABLE course (id bigint);\n')
  await expect(migrate(pool, folder)).rejects.toThrow(/0001_create was changed after it was applied/)
})

test('an applied file that is missing is refused', async () => {
  write('0001_create.sql', 'CREATE TABLE course (id int);')
  await migrate(pool, folder)
  rmSync(join(folder, '0001_create.sql'))
  await expect(migrate(pool, folder)).rejects.toThrow(/0001_create was applied to this database but its file is missing/)
})

test('a file numbered before an applied one is refused', async () => {
  write('0002_create.sql', 'CREATE TABLE course (id int);')
  await migrate(pool, folder)
  write('0001_late.sql', 'CREATE TABLE late (id int);')
  await expect(migrate(pool, folder)).rejects.toThrow(/0001_late comes before 0002_create/)
  expect(await exists('late')).toBe(false)
})

test('misnamed files and shared numbers are refused before anything is applied', async () => {
  write('0001_create.sql', 'CREATE TABLE course (id int);')
  write('2_More.sql', 'SELECT 1;')
  await expect(migrate(pool, folder)).rejects.toThrow(/2_More\.sql is misnamed/)
  rmSync(join(folder, '2_More.sql'))
  write('0001_other.sql', 'SELECT 1;')
  await expect(migrate(pool, folder)).rejects.toThrow(/share a number/)
  expect(await exists('course')).toBe(false)
})

test('several processes at once apply each file once, also one that builds an index without a transaction', async () => {
  write('0001_create.sql', 'CREATE TABLE course (id int); INSERT INTO course VALUES (1);')
  write('0002_index.sql', '-- no-transaction\nCREATE INDEX CONCURRENTLY course_id ON course (id);')
  const pools = [1, 2, 3].map(() => connect(database.url, { max: 1, log: { warn() {} } }))
  const applied = await Promise.all(pools.map((one) => migrate(one, folder)))
  await Promise.all(pools.map((one) => one.end()))
  expect(applied.flat()).toEqual(['0001_create', '0002_index'])
  expect((await pool.query('SELECT count(*) AS rows FROM course')).rows).toEqual([{ rows: 1 }])
})

test('the time-outs of a migration stay out of the pool', async () => {
  write('0001_create.sql', 'CREATE TABLE course (id int);')
  await migrate(pool, folder)
  expect((await pool.query("SELECT current_setting('statement_timeout') AS value")).rows).toEqual([{ value: '10s' }])
})

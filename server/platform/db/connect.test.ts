import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { connect, isSilent } from './connect.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool
const warnings: string[] = []

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  pool = connect(database.url, { max: 2, log: { warn: (_details, message) => void warnings.push(message) } })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const read = async (expression: string): Promise<unknown> => (await pool.query(`select ${expression} as value`)).rows[0]?.value

test.each([
  ["'149999'::int8", 149_999],
  ['(select sum(v) from (values (1::int8), (2)) as t(v))', 3],
  ["'0.125'::numeric", 0.125],
  ["'2026-02-28'::date", '2026-02-28'],
  ["array['2026-02-28'::date, null]", ['2026-02-28', null]],
  ['array[1::int8, null]', [1, null]],
  ["array['1.5'::numeric]", [1.5]],
  ["'2026-02-28T10:00:00+05:30'::timestamptz", new Date('2026-02-28T04:30:00Z')],
  ["'2026-02-28T22:00:00Z'::timestamptz::date", '2026-02-28'],
  ['\'{"a":1}\'::jsonb', { a: 1 }],
])('reads %s', async (expression, value) => {
  expect(await read(expression)).toEqual(value)
})

test('rejects an integer that a double cannot hold', async () => {
  await expect(read('9007199254740993::int8')).rejects.toThrow(/9007199254740993 .* too large to be exact/)
})

test('statements and locks have timeouts', async () => {
  expect(await read("current_setting('statement_timeout')")).toBe('10s')
  expect(await read("current_setting('lock_timeout')")).toBe('5s')
  expect(await read("current_setting('idle_in_transaction_session_timeout')")).toBe('30s')
})

test('logs and replaces connections that the server closed', async () => {
  const held = await pool.connect()
  const idle = await pool.connect()
  const closed = Promise.all([held, idle].map((client) => new Promise((resolve) => client.once('end', resolve))))
  idle.release()
  const admin = new pg.Client(database.url)
  await admin.connect()
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await admin.end()
  await closed
  await expect(held.query('select 1')).rejects.toThrow()
  held.release(true)
  expect(await read('1')).toBe(1)
  expect(warnings).toEqual(['A database connection was lost', 'A database connection was lost'])
})

test('an unreachable server rejects', async () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:1/none', { max: 1, log: { warn() {} } })
  await expect(nowhere.query('select 1')).rejects.toThrow(/ECONNREFUSED/)
  await nowhere.end()
})

test('recognises a query that timed out [DEP-07]', async () => {
  const error: unknown = await pool.query({ text: 'select pg_sleep(2)', query_timeout: 50 }).catch((reason: unknown) => reason)
  expect(isSilent(error)).toBe(true)
})

import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { connect } from './connect.ts'
import { one, row, rows, statement, transaction } from './query.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  // One connection, so that whatever follows meets what a failure has left on it.
  pool = connect(database.url, { max: 1, log: { warn: () => {} } })
  await pool.query('create table seats (number int primary key)')
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const take = statement<{ number: number }>('take', 'insert into seats (number) values ($1) returning number')
const all = statement<{ number: number }>('all', 'select number from seats order by number')
const backend = statement<{ pid: number }>('backend', 'select pg_backend_pid() as pid')
const end = statement('end', 'select pg_terminate_backend(pg_backend_pid())')

test('what a transaction did is there with its end, and nothing of it when it throws', async () => {
  expect(await transaction(pool, (tx) => one(tx, take, [1]))).toEqual({ number: 1 })
  const failed = transaction(pool, async (tx) => {
    await one(tx, take, [2])
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await rows(pool, all)).toEqual([{ number: 1 }])
})

test('a failure that nobody minded is not taken for a commit, and the connection goes on', async () => {
  const before = await one(pool, backend)
  const careless = transaction(pool, async (tx) => {
    await one(tx, take, [3])
    await row(tx, take, [1]).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('nothing was committed')
  expect(await rows(pool, all)).toEqual([{ number: 1 }])
  expect(await one(pool, backend)).toEqual(before)
})

test('a connection that is lost in the middle leaves nothing, and the next statement gets another one', async () => {
  const before = await one(pool, backend)
  const lost = transaction(pool, async (tx) => {
    await one(tx, take, [4])
    await rows(tx, end)
  })
  await expect(lost).rejects.toThrow()
  expect(await rows(pool, all)).toEqual([{ number: 1 }])
  expect(await one(pool, backend)).not.toEqual(before)
})

import type { Socket } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { BatchError, sendBatch } from './batch.ts'
import { connect } from './connect.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool
let client: pg.PoolClient

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  pool = connect(database.url, { max: 1, log: { warn: () => {} } })
  await pool.query('create table seats (number int primary key, sold bigint, note jsonb)')
})
beforeEach(async () => {
  client = await pool.connect()
  await client.query('truncate seats')
  return () => client.release()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const take = (number: number, sold: number | null, note: object | null = null) => ({
  name: 'take',
  text: 'insert into seats (number, sold, note) values ($1, $2, $3) returning number',
  values: [number, sold, note],
})
const all = { name: 'all', text: 'select number, sold, note from seats order by number', values: [] }
const release = { name: 'release', text: 'delete from seats', values: [] }

test('all commands are one write', async () => {
  const { stream } = client.connection
  const write = vi.spyOn(stream, '_write')
  const writeAll = vi.spyOn(stream as Socket, '_writev')
  await sendBatch(client, [take(3, 1), all, release])
  expect([write.mock.calls.length, writeAll.mock.calls.length]).toEqual([0, 1])
})

test('answers each command', async () => {
  expect(await sendBatch(client, [take(1, 5, { a: [1] }), all, release, all])).toEqual([
    { command: 'INSERT', rows: [{ number: 1 }] },
    { command: 'SELECT', rows: [{ number: 1, sold: 5, note: { a: [1] } }] },
    { command: 'DELETE', rows: [] },
    { command: 'SELECT', rows: [] },
  ])
})

test('sends every command before the first answer [DEP-10]', async () => {
  const order: string[] = []
  const { stream } = client.connection
  const received = () => order.push('received')
  stream.on('data', received)
  const { query } = client
  client.query = ((...given: unknown[]) => {
    order.push('sent')
    return (query as (...values: unknown[]) => unknown).apply(client, given)
  }) as typeof query
  await sendBatch(client, [take(1, null), all, release]).finally(() => {
    client.query = query
    stream.off('data', received)
  })
  expect(order.slice(0, 4)).toEqual(['sent', 'sent', 'sent', 'received'])
})

test('a failing command rolls back those before and after it [DEP-10]', async () => {
  const [begin, commit] = ['begin', 'commit'].map((text) => ({ name: text, text, values: [] }))
  if (!begin || !commit) throw new Error('no commands')
  const sent = sendBatch(client, [begin, take(1, null), take(1, null), take(2, null), commit])
  const error = await sent.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(BatchError)
  expect(error).toMatchObject({ answers: [{ command: 'BEGIN' }, { rows: [{ number: 1 }] }], cause: { code: '23505' } })
  expect((await sendBatch(client, [all]))[0]?.rows).toEqual([])
})

test('a circular value is refused before anything is sent', async () => {
  const circle: { self?: object } = {}
  circle.self = circle
  await expect(sendBatch(client, [take(1, null), take(2, null, circle)])).rejects.toThrow(/circular/i)
  await expect(sendBatch(client, [take(1, null), take(2, null, [circle])])).rejects.toThrow(/circular/i)
  expect((await sendBatch(client, [all]))[0]?.rows).toEqual([])
})

import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { connect } from './connect.ts'
import { isTransaction, sendWithCommit, sendLater, one, row, rows, statement, transaction } from './query.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  // One connection, so that each query sees the state that a failure left on it.
  pool = connect(database.url, { max: 1, log: { warn: () => {} } })
  await pool.query('create table seats (number int primary key)')
  await pool.query(`create function conflict() returns void language plpgsql as $$
    begin raise exception 'no' using errcode = '40001'; end $$`)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const take = statement<{ number: number }>('take', 'insert into seats (number) values ($1) returning number')
const all = statement<{ number: number }>('all', 'select number from seats order by number')
const backend = statement<{ pid: number }>('backend', 'select pg_backend_pid() as pid')
const raise = statement('raise_conflict', 'select conflict()')
const end = statement('end', 'select pg_terminate_backend(pg_backend_pid())')

test('commits a transaction and rolls back when it throws', async () => {
  expect(await transaction(pool, (tx) => one(tx, take, [1]))).toEqual({ number: 1 })
  const failed = transaction(pool, async (tx) => {
    await one(tx, take, [2])
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await rows(pool, all)).toEqual([{ number: 1 }])
})

test('an ignored failure rejects the transaction and releases the connection', async () => {
  const before = await one(pool, backend)
  const careless = transaction(pool, async (tx) => {
    await one(tx, take, [3])
    await row(tx, take, [1]).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('nothing was committed')
  expect(await rows(pool, all)).toEqual([{ number: 1 }])
  expect(await one(pool, backend)).toEqual(before)
})

test('rolls back on a lost connection and opens another', async () => {
  const before = await one(pool, backend)
  const interrupted = transaction(pool, async (tx) => {
    await one(tx, take, [4])
    await rows(tx, end)
  })
  await expect(interrupted).rejects.toThrow()
  expect(await rows(pool, all)).toEqual([{ number: 1 }])
  expect(await one(pool, backend)).not.toEqual(before)
})

/** Two transactions that each wait for the row of the other; PostgreSQL ends one of them. */
test('retries a deadlock until both commit [SEC-092]', async () => {
  const two = connect(database.url, { max: 2, log: { warn: () => {} } })
  const lock = statement('lock_seat', 'select number from seats where number = $1 for no key update')
  await two.query('insert into seats (number) values (11), (12)')
  let tries = 0
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = (mine: number) =>
    transaction(two, async (tx) => {
      tries += 1
      await rows(tx, lock, [11 + mine])
      met[mine]?.resolve()
      await met[1 - mine]?.promise
      await rows(tx, lock, [12 - mine])
      return mine
    })
  expect(await Promise.all([work(0), work(1)])).toEqual([0, 1])
  expect(tries).toBeGreaterThan(2)
  await two.end()
})

const conflicts = (times: number) => {
  let left = times
  return {
    query: async () => {
      left -= 1
      if (left >= 0) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
      return { rows: [{ number: 1 }] }
    },
  } as unknown as Parameters<typeof rows>[0]
}

test('retries a statement three times, then answers 503 [SEC-092]', async () => {
  expect(await rows(conflicts(3), all)).toEqual([{ number: 1 }])
  await expect(rows(conflicts(4), all)).rejects.toMatchObject({ status: 503, retryAfter: 2 })
})

test('answers 503 when a transaction conflicts four times [SEC-092]', async () => {
  let tries = 0
  const failing = transaction(pool, async (tx) => {
    tries += 1
    await rows(tx, raise)
  })
  await expect(failing).rejects.toMatchObject({ status: 503 })
  expect(tries).toBe(4)
})

/** The names of the statements of each round trip that `work` takes. Those that are sent in one turn share it. */
async function roundTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const client = await pool.connect()
  const prototype = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown }
  client.release()
  const trips: string[][] = []
  let turn: string[] | undefined
  const { query } = prototype
  const spy = vi.spyOn(prototype, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const [sent] = given as [string | { name: string }]
    if (!turn) {
      trips.push((turn = []))
      queueMicrotask(() => (turn = undefined))
    }
    turn.push(typeof sent === 'string' ? sent : sent.name)
    return query.apply(this, given)
  })
  await work().finally(() => spy.mockRestore())
  return trips
}

const give = statement('give', 'delete from seats where number = $1')

test('statements asked for at once share a round trip with begin', async () => {
  const work = () =>
    transaction(pool, async (tx) => {
      const [taken, seats] = await Promise.all([one(tx, take, [21]), rows(tx, all)])
      expect(seats).toContainEqual(taken)
      sendLater(tx, give, [21])
      await rows(tx, all)
    })
  expect(await roundTrips(work)).toEqual([['begin', 'take', 'all'], ['give', 'all'], ['commit']])
})

test('statements for later and the last one share the commit', async () => {
  const work = () =>
    transaction(pool, async (tx) => {
      sendLater(tx, take, [22])
      sendLater(tx, give, [22])
      expect(await sendWithCommit(tx, take, [23])).toEqual([{ number: 23 }])
      expect(() => sendLater(tx, give, [23])).toThrow(/has ended/)
    })
  await work()
  await rows(pool, give, [23])
  expect(await roundTrips(work)).toEqual([['begin', 'take', 'give', 'take', 'commit']])
  expect(await rows(pool, all)).toContainEqual({ number: 23 })
})

test('a failing statement for later rolls its transaction back', async () => {
  const failed = transaction(pool, async (tx) => {
    sendLater(tx, take, [24])
    sendLater(tx, take, [24])
    await Promise.resolve()
  })
  await expect(failed).rejects.toMatchObject({ code: '23505' })
  expect(await rows(pool, all)).not.toContainEqual({ number: 24 })
})

test('a failing last statement rolls its transaction back', async () => {
  const failed = transaction(pool, async (tx) => {
    sendLater(tx, take, [25])
    await sendWithCommit(tx, take, [25])
  })
  await expect(failed).rejects.toMatchObject({ code: '23505' })
  expect(await rows(pool, all)).not.toContainEqual({ number: 25 })
})

test('each of several statements gets its own answer or failure', async () => {
  const settled = await transaction(pool, async (tx) => {
    const answers = await Promise.allSettled([one(tx, take, [26]), one(tx, take, [26]), one(tx, take, [27])])
    await tx.query('rollback')
    return answers
  }).catch(() => undefined)
  expect(settled?.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await rows(pool, all)).not.toContainEqual({ number: 26 })
})

test('a transaction without statements sends nothing', async () => {
  expect(await roundTrips(() => transaction(pool, async (tx) => isTransaction(tx)))).toEqual([])
})

test('a retried transaction begins anew', async () => {
  let tries = 0
  const trips = await roundTrips(() =>
    transaction(pool, async (tx) => {
      tries += 1
      if (tries === 1) await rows(tx, raise)
      return one(tx, backend)
    }),
  )
  expect(trips.map((trip) => trip[0])).toEqual(['begin', 'rollback', 'begin', 'commit'])
})

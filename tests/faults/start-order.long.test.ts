import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

test('a restarted server answers before it has written its schedules', async () => {
  const outside = await openOutside()
  const { db, url } = await openDatabase({ max: 4 })
  const server = await spawnServer({ databaseUrl: url, ...outside })
  const writtenAt = async () => {
    const { rows } = await db.query<{ at: string }>(`select updated_on::text as at from pgboss.schedule where name = 'sweep'`)
    return rows[0]?.at
  }
  await until('the schedules are written', async () => (await writtenAt()) !== undefined)
  await server.kill()
  const before = await writtenAt()
  const holder = await db.connect()
  onTestFinished(() => holder.release(true))
  await holder.query(
    `set idle_in_transaction_session_timeout = 0; begin; select from pgboss.schedule where name = 'sweep' for update`,
  )
  await server.restart('answers')
  expect((await server.call('GET', '/courses/')).status).toBe(200)
  expect(await writtenAt()).toBe(before)
  await holder.query('commit')
  await until('the schedules are written', async () => (await writtenAt()) !== before)
})

// A handler of such a signal would run in a loop: the faulty instruction is repeated when it returns.
test('a server whose machine code fails ends at once', async () => {
  const outside = await openOutside()
  const { url } = await openDatabase({ max: 1 })
  const server = await spawnServer({ databaseUrl: url, drainMs: 60_000, ...outside })
  expect(await server.crash()).toBe('SIGSEGV')
})

import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { newPerson } from '#tests/school/sign-in.ts'
import { openMuteProxy } from './mute-proxy.ts'
import { openDatabase } from './open-database.ts'
import { setSchoolAddress, openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

/** Milliseconds within which calls and jobs must work again. */
const deadlineMs = 30_000

test('silent connections are replaced, and calls and jobs continue [SEC-074]', { timeout: 180_000 }, async () => {
  const { db, url } = await openDatabase()
  const address = new URL(url)
  const proxy = await openMuteProxy(join(new URL(inject('clusterUrl')).searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  await setSchoolAddress(db)
  const outside = await openOutside()
  const databaseUrl = `postgres://${address.username}@127.0.0.1:${proxy.port}${address.pathname}`
  const server = await spawnServer({ databaseUrl, ...outside })

  const register = async () => {
    const { email, ...rest } = newPerson()
    const answer = await server.call('POST', '/auth/register/', { email, ...rest, type: 'register' })
    return { email, answer }
  }
  // Fills the pool with idle connections, as a quiet shop has them during a failover.
  await Promise.all(Array.from({ length: 8 }, register))
  const mutedAt = performance.now()
  expect(proxy.mute()).toBeGreaterThan(5)
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, async () => (await register()).answer),
    server.call('GET', '/blogs/'),
    server.call('GET', '/courses/'),
  ])
  const refused = answers.filter(({ status }) => status >= 300)
  // The pool may have opened new connections since, and a call that meets one of them works.
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, retryAfter } of refused) expect([status, retryAfter]).toEqual([503, '5'])

  const { email, answer } = await register()
  expect(answer.status).toBe(201)
  expect(performance.now() - mutedAt).toBeLessThan(deadlineMs)
  await until('the code is mailed', async () => (await outside.countMails(email, /./)) > 0, deadlineMs)
  await until('it is ready', async () => (await fetch(`${server.url}/ready`)).status === 200, deadlineMs)
  expect(performance.now() - mutedAt).toBeLessThan(deadlineMs)
})

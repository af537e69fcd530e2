import { expect, test } from 'vitest'
import { newPerson } from '#tests/school/sign-in.ts'
import { openBalancer } from './balancer.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

test('a rolling restart behind a balancer loses no request [SEC-077]', { timeout: 180_000 }, async () => {
  const { db, url } = await openDatabase()
  const outside = await openOutside()
  const start = () => spawnServer({ databaseUrl: url, ...outside, drainMs: 1500 })
  const servers = await Promise.all([start(), start()])
  const balancer = await openBalancer(servers.map(({ url }) => url))
  expect(balancer.healthy()).toBe(2)

  const statuses: Record<string, number> = {}
  const written: string[] = []
  const load = { stopped: false }
  const count = (result: string) => (statuses[result] = (statuses[result] ?? 0) + 1)
  /** A failure counts with what the balancer says about it. */
  const resultOf = async (answer: Response) => (answer.ok ? answer.status : `${answer.status} ${await answer.text()}`)
  const read = async () => count(`read ${await resultOf(await fetch(`${balancer.url}/api/blogs/`))}`)
  const write = async () => {
    const { full_name: name, phone_number: phone, email } = newPerson()
    const body = JSON.stringify({ name, phone, email, course_name: 'Testing' })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${balancer.url}/api/course-enquiry/`, { method: 'POST', headers, body })
    count(`write ${await resultOf(answer)}`)
    if (answer.status === 201) written.push(email)
  }
  const lanes = [read, read, write, write].map(async (act) => {
    while (!load.stopped) await act()
  })

  for (const server of servers) {
    const before = written.length
    await server.stop()
    await server.restart()
    await until('both are ready again', async () => balancer.healthy() === 2)
    await until('writes go on', async () => written.length > before + 10)
  }
  load.stopped = true
  await Promise.all(lanes)
  expect(Object.keys(statuses).toSorted()).toEqual(['read 200', 'write 201'])
  const { rows } = await db.query('select count(*)::int as stored from enquiries where email = any($1)', [written])
  expect(rows).toEqual([{ stored: written.length }])
})

import { closeSync, openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { addressOf, credentialsFor, endpoints } from '#tests/security/endpoints.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

// Filling a real disk needs mount rights, so triggers refuse every write with PostgreSQL's own error.
test('a full disk allows reads and refuses writes with 503 [SEC-087]', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  // The key of certificates is made at its first use.
  expect((await shop.get('/credentials/status/')).statusCode).toBe(200)
  await shop.db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  const { rows: tables } = await shop.db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  )
  for (const { name } of tables) {
    await shop.db.query(`create trigger full_disk before insert or update on ${name} for each row execute function refuse()`)
  }

  // The staff of this test have no account, so they can't read their own.
  for (const endpoint of endpoints.filter(({ method, path }) => method === 'GET' && !path.startsWith('/staff/account/'))) {
    const answer = await shop.app.inject({ url: addressOf(endpoint), headers: credentialsFor(shop, endpoint, access) })
    // A list leaves the console as a file only with its entry in the log.
    const isList = endpoint.answerType === 'text/csv' || endpoint.answerType === 'application/xml'
    // A school without a GSTIN has no tax return.
    const isTaxReturn = endpoint.path.startsWith('/staff/gstr1/')
    const allowed = [isList ? 503 : 200, 400, 404, ...(isTaxReturn ? [409] : [])]
    expect(allowed, `${endpoint.name} ${answer.body}`).toContain(answer.statusCode)
  }
  const person = newPerson()
  const writes = [
    () => shop.post('/auth/register/', { ...person, type: 'register' }),
    () => shop.post('/auth/login/', { email: person.email }),
    () =>
      shop.post('/course-enquiry/', { name: 'Asha', email: person.email, phone: person.phone_number, course_name: 'Testing' }),
    () => shop.post(`/payment/start-payment/${batchId}/`, undefined, access),
  ]
  for (const write of writes) {
    const answer = await write()
    expect([answer.statusCode, answer.headers['retry-after']], answer.body).toEqual([503, '5'])
    expect(answer.body).not.toContain('device')
  }
  const { rows } = await shop.db.query('select 1 from users where email = $1', [person.email])
  expect(rows).toEqual([])

  for (const { name } of tables) await shop.db.query(`drop trigger full_disk on ${name}`)
  const answers = []
  for (const write of writes.slice(0, 3)) answers.push((await write()).statusCode)
  // 429, because it is the second code within a minute.
  expect(answers).toEqual([201, 429, 201])
})

test('serves and says so while its log can not be written [SEC-087]', async () => {
  const { url: databaseUrl, db } = await openDatabase()
  const logFile = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(logFile))
  const server = await spawnServer({ databaseUrl, ...(await openOutside()), logFile })
  // Each failure is a line of the log.
  await db.query('alter table courses rename to courses_away')
  for (let number = 0; number < 20; number += 1) expect((await server.call('GET', '/courses/')).status).toBe(500)
  await db.query('alter table courses_away rename to courses')
  expect((await server.call('GET', '/courses/')).status).toBe(200)
  await until('/ready names the log', async () => {
    const answer = await fetch(`${server.url}/ready`)
    const { warnings = [] } = (await answer.json()) as { warnings?: string[] }
    return answer.status === 200 && warnings.some((warning) => warning.startsWith('The log can not be written (ENOSPC).'))
  })
})

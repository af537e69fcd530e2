import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { createDatabaseOfTwoRoles } from '#tests/postgres/database.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson } from '#tests/school/sign-in.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

test('an empty database with two roles migrates, sells and mails [SEC-098]', { timeout: 180_000 }, async () => {
  const outside = await openOutside()
  const database = await createDatabaseOfTwoRoles()
  const db = connect(database.url, { max: 2, log: pino({ level: 'silent' }), actor: 'system' })
  onTestFinished(async () => {
    await db.end()
    await database.drop()
  })
  const server = await spawnServer({ databaseUrl: database.appUrl, databaseMigrationUrl: database.ownerUrl, ...outside })
  await db.query('update school_opening set opened_at = app_now()')
  const { batchId } = await sellCourse(db)
  const person = newPerson()
  const { status, body } = await server.call('POST', '/auth/register/', { ...person, type: 'enroll' })
  expect(status).toBe(201)
  const token = String(body['access'])
  const started = await server.call('POST', `/payment/start-payment/${batchId}/`, undefined, token)
  const paid = await outside.pay(String(started.body['order_id']))
  const verified = await server.call('POST', `/payment/payment-verify/${batchId}/`, paid, token)
  expect(verified).toMatchObject({ status: 200, body: { status: 'enrolled' } })
  // Two jobs: the code, and the receipt that the queue's workers draw and send.
  await until('both mails came', async () => (await outside.countMails(person.email, /./)) === 2)
  const { rows } = await db.query<{ owner: string }>(
    `select distinct tableowner as owner from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  expect(rows).toEqual([{ owner: new URL(database.ownerUrl).username }])
})

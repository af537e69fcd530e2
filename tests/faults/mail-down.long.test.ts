import { expect, test } from 'vitest'
import { newPerson } from '#tests/school/sign-in.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

test('requests succeed without a mail server, and the outbox sends later [SEC-083]', {
  timeout: 180_000,
}, async () => {
  const outside = await openOutside()
  const { db, url } = await openDatabase()
  const server = await spawnServer({ databaseUrl: url, ...outside })
  await outside.switchMail('down')
  const person = newPerson()
  expect((await server.call('POST', '/auth/register/', { ...person, type: 'register' })).status).toBe(201)
  const waiting = async () =>
    (await db.query<{ attempts: number; sent: boolean }>('select attempts, sent_at is not null as sent from mail_outbox')).rows[0]
  // The outbox retries repeatedly.
  await until('a second attempt is made', async () => ((await waiting())?.attempts ?? 0) >= 2)
  expect((await waiting())?.sent).toBe(false)
  expect(await outside.countMails(person.email, /^\d{6} /)).toBe(0)
  await outside.switchMail('up')
  await until('the code is sent', async () => (await waiting())?.sent === true)
  expect(await outside.countMails(person.email, /^\d{6} /)).toBe(1)
})

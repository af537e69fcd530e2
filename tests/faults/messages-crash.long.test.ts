import { expect, test } from 'vitest'
import type { Delivery } from '#contract/messaging/staff/messages.ts'
import { openDatabase } from './open-database.ts'
import { openMessage, subject } from './open-message.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

const students = 60
/** Mails that a process sends at once: two workers with four jobs each. */
const atOnce = 8

test('a message reaches each student through kills', async () => {
  const outside = await openOutside()
  const { db, url } = await openDatabase({ max: 4 })
  const server = await spawnServer({ databaseUrl: url, ...outside })
  const { staff, id, send, sent } = await openMessage(server, { db, databaseUrl: url, students })
  expect(await send()).toMatchObject({ recipients: students })
  let kills = 0
  for (const enough of [5, 25]) {
    await until(`${enough} mails are sent`, async () => (await sent()) >= enough)
    if ((await sent()) < students) kills += 1
    await server.kill()
    await server.restart()
  }
  await until('every mail is sent', async () => (await sent()) === students)
  expect(kills).toBeGreaterThan(0)
  expect(await staff<Delivery>('GET', `messages/${id}/delivery/`)).toMatchObject({ total: students, sent: students })
  expect((await db.query(`select 1 from mail_outbox where template = 'batch-message'`)).rowCount).toBe(students)
  const mails = await Promise.all(
    Array.from({ length: students }, (_, n) => outside.countMails(`student-${n + 1}@example.com`, new RegExp(subject))),
  )
  expect(Math.min(...mails)).toBe(1)
  // A mail that was on its way when the process was killed is sent again, under the same Message-ID.
  expect(mails.reduce((all, one) => all + one, 0) - students).toBeLessThanOrEqual(kills * atOnce)
})

test('a killed send leaves a draft, and the next sends once', { timeout: 120_000 }, async () => {
  const outside = await openOutside()
  const { db, url } = await openDatabase({ max: 4 })
  const server = await spawnServer({ databaseUrl: url, ...outside })
  const { read, send, sent, killWhileSending } = await openMessage(server, { db, databaseUrl: url, students: 12 })
  expect(await killWhileSending()).toBeInstanceOf(Error)
  expect(await read()).toMatchObject({ state: 'draft', recipients: null })
  expect((await db.query('select 1 from message_recipients')).rowCount).toBe(0)
  expect(await send()).toMatchObject({ recipients: 12 })
  await expect(send()).rejects.toThrow(/is sent/)
  await until('every mail is sent', async () => (await sent()) === 12)
  for (let n = 1; n <= 12; n += 1) {
    expect(await outside.countMails(`student-${n}@example.com`, new RegExp(subject))).toBe(1)
  }
})

import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { openMessage, subject } from './open-message.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

const students = 12

test('a killed send leaves a draft, and the next sends once', { timeout: 120_000 }, async () => {
  const outside = await openOutside()
  const { db, url } = await openDatabase({ max: 4 })
  const server = await spawnServer({ databaseUrl: url, ...outside })
  const { read, send, sent, killWhileSending } = await openMessage(server, { db, databaseUrl: url, students })
  expect(await killWhileSending()).toBeInstanceOf(Error)
  expect(await read()).toMatchObject({ state: 'draft', recipients: null })
  expect((await db.query('select 1 from message_recipients')).rowCount).toBe(0)
  expect(await send()).toMatchObject({ recipients: students })
  await expect(send()).rejects.toThrow(/is sent/)
  await until('every mail is sent', async () => (await sent()) === students)
  for (let n = 1; n <= students; n += 1) {
    expect(await outside.countMails(`student-${n}@example.com`, new RegExp(subject))).toBe(1)
  }
})

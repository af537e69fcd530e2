import { expect, test } from 'vitest'
import { sellCourse } from '#tests/school/sell-course.ts'
import { expectAllStored, startLoad } from './load.ts'
import { openDatabase } from './open-database.ts'
import { setSchoolAddress, openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

const kills = 20

test('a server killed twenty times under load loses no acknowledged write [SEC-071]', async () => {
  const outside = await openOutside()
  const { db, url } = await openDatabase({ max: 4 })
  const { batchId } = await sellCourse(db)
  await setSchoolAddress(db)
  const server = await spawnServer({ databaseUrl: url, ...outside })
  const load = startLoad(server, batchId, outside.pay)
  for (let kill = 0; kill < kills; kill += 1) {
    const enough = load.count() + 8 + kill
    await until('writes are acknowledged', async () => load.count() >= enough)
    await server.kill()
    await server.restart()
  }
  await until('someone enrols', async () => load.acknowledged.enrolled.length > 0)
  await load.stop()
  expect(load.refused).toEqual([])
  await expectAllStored(server, db, load)

  // The next process resends a mail that was being sent when a process was killed.
  const [{ orphans } = { orphans: 0 }] = (
    await db.query<{ orphans: number }>(`select count(*)::int as orphans from pgboss.job where state = 'active'`)
  ).rows
  const started = performance.now()
  await until('the outbox is empty', async () => {
    const { rowCount } = await db.query('select 1 from mail_outbox where sent_at is null and given_up_at is null')
    return rowCount === 0
  })
  for (const address of load.acknowledged.registered) expect(await outside.countMails(address, /^\d{6} /)).toBeGreaterThan(0)
  for (const address of load.acknowledged.enrolled) expect(await outside.countMails(address, /KS\//)).toBeGreaterThan(0)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `${kills} kills, ${load.count()} acknowledged writes, all there; ${orphans} jobs open, the outbox empty after ${seconds} s`,
  )
})

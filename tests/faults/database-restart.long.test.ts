import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readPostmaster } from '#postgres/find-postmaster.ts'
import { launchPostgres } from '#postgres/launch.ts'
import { placeCluster } from '#postgres/place-cluster.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { expectAllStored, startLoad } from './load.ts'
import { setSchoolAddress, openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

const log = pino({ level: 'silent' })
/** Milliseconds from the database's return within which calls must succeed; they need about fifty on a quiet machine. */
const deadlineMs = 20_000

test('a database restart under load loses no acknowledged write [SEC-073]', {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-restart-'))
  // The account that PostgreSQL runs as must be able to traverse the folder when the tests run as root.
  chmodSync(dataDir, 0o711)
  // As durable as in a deployment; its launcher restarts it after a crash.
  const postgres = await launchPostgres({ dataDir })
  const db = connect(postgres.connectionString, { max: 4, log, actor: 'system' })
  onTestFinished(async () => {
    await db.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const outside = await openOutside()
  await migrate(db)
  await db.query('update school_opening set opened_at = app_now()')
  const { batchId } = await sellCourse(db)
  await setSchoolAddress(db)
  const server = await spawnServer({ databaseUrl: postgres.connectionString, ...outside })
  const load = startLoad(server, batchId, outside.pay)

  for (const restart of [1, 2]) {
    const enough = load.count() + 12
    await until('writes are acknowledged', async () => load.count() >= enough)
    const refusedBefore = load.refused.length
    // Breaks every connection at once, as a crash or an immediate shutdown does.
    process.kill(readPostmaster(placeCluster(dataDir).cluster)?.pid ?? 0, 'SIGQUIT')
    await until('a call is refused', async () => load.refused.length > refusedBefore)
    await until('the database is back', async () =>
      db.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    const { rows: returned } = await db.query<{ at: Date }>('select now() as at')
    const back = performance.now()
    const since = () => Math.round(performance.now() - back)
    const took: Record<string, number> = {}
    const waitFor = async (what: string, holds: () => Promise<boolean>, milliseconds?: number) => {
      await until(what, holds, milliseconds)
      took[what] = since()
    }
    const [done, enrolled] = [load.count(), load.acknowledged.enrolled.length]
    await Promise.all([
      waitFor('it is ready', async () => (await fetch(`${server.url}/ready`)).status === 200, deadlineMs),
      waitFor('writes are acknowledged again', async () => load.count() > done, deadlineMs),
      // Includes the mails that waited during the restart.
      waitFor('mail is sent again', async () => {
        const { rowCount } = await db.query('select 1 from mail_outbox where sent_at > $1 limit 1', [returned[0]?.at])
        return rowCount !== 0
      }),
    ])
    console.log(`restart ${restart}, ms after the database's return: ${JSON.stringify(took)}`)
    await until('and money too', async () => load.acknowledged.enrolled.length > enrolled)
  }
  await load.stop()
  for (const { status, retryAfter, body } of load.refused) {
    expect([status, retryAfter, body['code']], JSON.stringify(body)).toEqual([503, '5', 'unavailable'])
  }
  await expectAllStored(server, db, load)
})

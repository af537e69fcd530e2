import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readPostmaster } from '#postgres/find-postmaster.ts'
import { launchPostgres } from '#postgres/launch.ts'
import { placeCluster } from '#postgres/place-cluster.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { sellCourse } from '../sell-course.ts'
import { expectKept, startLoad } from './load.ts'
import { giveAddress, openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

const log = pino({ level: 'silent' })
/** Milliseconds from the database's return until calls must go on; they do after some dozens. */
const promised = 5000

test('while the database restarts under load calls answer 503, then go on within five seconds, mail too, and nothing acknowledged is lost [SEC-073]', {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-restart-'))
  // Passable by the account that PostgreSQL runs as when the tests run as root.
  chmodSync(dataDir, 0o711)
  // As durable as a deployment's, and started anew by its launcher whenever it dies.
  const postgres = await launchPostgres({ dataDir })
  const db = connect(postgres.connectionString, { max: 4, log, actor: 'system' })
  onTestFinished(async () => {
    await db.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const outside = await openOutside()
  await migrate(db)
  const { batchId } = await sellCourse(db)
  await giveAddress(db)
  const server = await spawnServer({ databaseUrl: postgres.connectionString, ...outside })
  const load = startLoad(server, batchId, outside.pay)

  for (const restart of [1, 2]) {
    const enough = load.count() + 12
    await until('writes are acknowledged', async () => load.count() >= enough)
    const refusedBefore = load.refused.length
    // As a crash or an immediate shutdown: every connection breaks in the middle of what it does.
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
      waitFor('it is ready', async () => (await fetch(`${server.url}/ready`)).status === 200, promised),
      waitFor('writes are acknowledged again', async () => load.count() > done, promised),
      // Of those that waited, too: the queue goes on where it stood.
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
  await expectKept(server, db, load)
})

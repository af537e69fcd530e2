import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { connect } from '#server/db/connect.ts'
import { transaction } from '#server/db/query.ts'
import { type JobName, startJobs } from '#server/jobs/jobs.ts'
import { testKey } from '../create-test-app.ts'
import { findFreePorts } from '../free-ports.ts'
import { createDatabase } from '../postgres/database.ts'
import { newPerson } from '../sign-in.ts'
import { openPassage, type Passage } from './hold-answers.ts'
import { type Answer, spawnServer, until, webhookSecret } from './spawn-server.ts'

export interface SpawnedShop {
  db: pg.Pool
  /** The way to the provider, where answers can get stuck. */
  passage: Passage
  /** Kills the server's process with SIGKILL, in the middle of whatever it does. */
  kill(): Promise<void>
  /** Starts the server again on the same database and port. */
  revive(): Promise<void>
  post(path: string, body?: object, token?: string): Promise<Answer>
  /** A new student's access token. */
  register(): Promise<string>
  /** Any call of the provider's or its control calls. */
  provider<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>
  /** Moves the deciding time of the database. */
  passTime(interval: string): Promise<void>
  /** Does at once what the schedule does each minute; the server's own worker takes it up. */
  ring(name: Exclude<JobName, 'deliver-mail' | 'send-refund'>): Promise<void>
  /** Holds what `sql` locks until `release`; the server is left waiting for it. */
  lock(sql: string): Promise<{ release(): Promise<void> }>
  /** Resolves once a statement of the server waits for a lock. */
  serverWaits(): Promise<void>
  /** Resolves once the count that `sql` answers is `wanted`; another process works on it. */
  countBecomes(sql: string, wanted: number): Promise<void>
}

/** `server/main.ts` in a process of its own, on a database of its own, with the provider's stand-in over HTTP. */
export async function spawnShop(): Promise<SpawnedShop> {
  const [port = 0] = await findFreePorts(1)
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-sandbox-'))
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    keyId: testKey.id,
    keySecret: testKey.secret,
    webhookSecret,
    webhookUrl: `${url}/api/payment/webhook/`,
  })
  const passage = await openPassage(() => sandbox.url)
  const database = await createDatabase()
  const log = pino({ level: 'silent' })
  const db = connect(database.url, { max: 4, log, actor: 'system' })
  const jobs = await startJobs({ connectionString: database.url, log, background: false })
  onTestFinished(async () => {
    await jobs.stop()
    await db.end()
    await database.drop()
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const server = await spawnServer({ port, databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:1', apiUrl: passage.url })
  const post = (path: string, body?: object, token?: string) => server.call('POST', path, body, token)

  return {
    db,
    passage,
    kill: server.kill,
    revive: server.revive,
    post,
    async register() {
      const { body } = await post('/auth/register/', { ...newPerson(), type: 'enroll' })
      if (typeof body.access !== 'string') throw new Error(JSON.stringify(body))
      return body.access
    },
    async provider<T>(method: string, path: string, body?: object) {
      const answer = await fetch(`${sandbox.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${testKey.id}:${testKey.secret}`).toString('base64')}`,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
    passTime: async (interval) => void (await db.query('update app_clock set "offset" = "offset" + $1::interval', [interval])),
    ring: (name) => transaction(db, (tx) => jobs.send(tx, name, {})),
    async lock(sql) {
      const client = await db.connect()
      await client.query('begin')
      await client.query(sql)
      return {
        async release() {
          await client.query('rollback')
          client.release()
        },
      }
    },
    serverWaits: () =>
      until('the server waits for a lock', async () => {
        const { rowCount } = await db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount !== 0
      }),
    countBecomes: (sql, wanted) =>
      until(
        `${sql} is ${wanted}`,
        async () => Object.values((await db.query<Record<string, number>>(sql)).rows[0] ?? {})[0] === wanted,
      ),
  }
}

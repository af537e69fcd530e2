import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { connect } from '#server/platform/db/connect.ts'
import { transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { testKey } from '#tests/school/create-test-app.ts'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { newPerson } from '#tests/school/sign-in.ts'
import { openProviderProxy, type ProviderProxy } from './open-provider-proxy.ts'
import { type Answer, spawnServer, until, webhookSecret } from './spawn-server.ts'

export interface SpawnedShop {
  db: pg.Pool
  /** What the verbs need that a test calls beside the server. */
  deps: Pick<Deps, 'db' | 'jobs'>
  /** The proxy to the provider, which can drop responses. */
  providerProxy: ProviderProxy
  /** Kills the server's process with SIGKILL. */
  kill(): Promise<void>
  /** Starts the server again on the same database and port. */
  restart(): Promise<void>
  post(path: string, body?: object, token?: string): Promise<Answer>
  /** Registers a student and returns the access token. */
  register(): Promise<string>
  /** Makes any API or control call of the provider. */
  provider<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>
  /** Advances the database clock. */
  passTime(interval: string): Promise<void>
  /** Queues a scheduled job at once; the server's own worker runs it. */
  queueJob(job: Job): Promise<void>
  /** Holds the locks of `sql` until `release`. */
  lock(sql: string): Promise<{ release(): Promise<void> }>
  /** Resolves once a statement of the server waits for a lock. */
  serverWaits(): Promise<void>
  /** Resolves once the count returned by `sql` is `wanted`. */
  countBecomes(sql: string, expected: number): Promise<void>
}

/** Runs `server/main.ts` in its own process on its own database, with the provider's stand-in over HTTP. */
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
  const providerProxy = await openProviderProxy(() => sandbox.url)
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
  const server = await spawnServer({ port, databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:1', apiUrl: providerProxy.url })
  const post = (path: string, body?: object, token?: string) => server.call('POST', path, body, token)

  return {
    db,
    deps: { db, jobs },
    providerProxy,
    kill: server.kill,
    restart: server.restart,
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
    queueJob: (job) => transaction(db, (tx) => jobs.send(tx, job, {})),
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
    countBecomes: (sql, expected) =>
      until(
        `${sql} is ${expected}`,
        async () => Object.values((await db.query<Record<string, number>>(sql)).rows[0] ?? {})[0] === expected,
      ),
  }
}

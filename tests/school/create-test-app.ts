import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { buildApp } from '#server/app.ts'
import { authenticateStaff } from '#server/platform/auth/authenticate-staff.ts'
import { type SignedInStaff, system } from '#server/platform/auth/principal.ts'
import { type Classrooms, classrooms } from '#server/classes/classroom/classrooms.ts'
import { type Config, readConfig } from '#server/config.ts'
import { connect } from '#server/platform/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { attachDocuments } from '#server/money/invoicing/attach-documents.ts'
import { refundAccount } from '#server/money/refunds/refund-account.ts'
import { deliveries } from '#server/messaging/mail/mail-lanes.ts'
import { deliverMail } from '#server/messaging/mail/deliver-mail.ts'
import type { OutgoingMail } from '#server/messaging/mail/smtp.ts'
import { Maintenance } from '#server/platform/maintenance/maintenance.ts'
import { LimitMemory } from '#server/platform/http/limits.ts'
import { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { personalData, queues } from '#server/features.ts'
import { isSchoolOpen } from '#server/platform/opening/school-opening.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { prepareDatabase } from '#server/platform/jobs/prepare-database.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { codesIn, leaksOf } from '#tests/security/leaks-of.ts'
import { createDatabaseOfTwoRoles } from '#tests/postgres/database.ts'
import { leaseDatabase, type TestDatabase } from '#tests/postgres/lease-database.ts'

export interface StaffHeaders {
  authorization: string
}

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  /** The test's own pool, which acts as the system. The application's pool is `deps.db`. */
  db: pg.Pool
  /** All log lines as JSON. */
  logged: string[]
  post(path: string, body?: object, token?: string): Promise<LightMyRequestResponse>
  get(path: string, token?: string): Promise<LightMyRequestResponse>
  /** Returns the headers of a staff member: of `addStaff`, or of one that no table has. */
  asStaff(roles: Role | readonly Role[], member?: { id: number }): StaffHeaders
  /** Invalidates headers of `asStaff`. */
  dismissStaff(headers: StaffHeaders): void
  /** Delivers queued mails and returns all mails so far, the newest first. */
  mails(to?: string): Promise<OutgoingMail[]>
  /** Moves the database clock by a PostgreSQL interval. */
  passTime(interval: string): Promise<void>
}

interface Given {
  provider?: Partial<Config['provider']>
  factor?: number
  config?: Partial<Config>
  /** Classrooms besides those of the product. */
  classrooms?: Classrooms
  /** Runs the application as a role that owns nothing. Another role migrates. */
  twoRoles?: boolean
  /** A new school that its owner has not opened. */
  isClosed?: boolean
  /** The test adds routes, so that no other one may have its application. */
  addsRoutes?: boolean
  /** Registers what ends the application: after the test by default, after a whole file for one that its tests share. */
  onFinished?: OnFinished
}

export type OnFinished = (end: () => Promise<void>) => void

/** An application and what its routes read with each call. */
interface BuiltApp {
  app: FastifyInstance
  deps: Deps
  log: { write: (line: string) => void }
  isClosed: boolean
}

/**
 * Applications that a test of this worker is done with. The next test replaces all of `deps`, which the routes read with each call.
 * Building one takes a third of a test's time.
 */
const reusable: BuiltApp[] = []

async function build(given: Given, depsFor: (log: Logger) => Deps): Promise<BuiltApp> {
  const known = isUsual(given) ? reusable.pop() : undefined
  if (known) {
    Object.assign(known.deps, depsFor(known.deps.log))
    return known
  }
  const log: BuiltApp['log'] = { write: () => undefined }
  const deps = depsFor(createLog({ write: (line: string) => log.write(line) }))
  const built: BuiltApp = { app: await buildApp(deps), deps, log, isClosed: false }
  built.app.addHook('onClose', async () => {
    built.isClosed = true
  })
  return built
}

/** Whether the application is built as that of nearly all tests. Its settings are read while it is built. */
const isUsual = ({ config, classrooms: more, twoRoles, addsRoutes, isClosed }: Given) =>
  !config && !more && !twoRoles && !addsRoutes && !isClosed

async function finish({ app, deps, log, isClosed }: BuiltApp, given: Given): Promise<void> {
  log.write = () => undefined
  if (isClosed) return
  if (isUsual(given) && !app.server.listening) reusable.push({ app, deps, log, isClosed })
  else await app.close()
}

/** Creates the whole application on its own database, with a mailer that stores every mail. */
export async function createTestApp(given: Given = {}): Promise<TestApp> {
  const logged: string[] = []
  const write = (line: string) => void logged.push(line)
  const database: TestDatabase & { config?: Partial<Config> } = given.twoRoles
    ? await openDatabaseOfTwoRoles(given, createLog({ write }))
    : await leaseDatabase(write)
  const { testPool: outside, jobs } = database
  // A leased pool may know a school that was open.
  const db = given.isClosed ? connect(database.url, { max: 10, log: createLog({ write }) }) : database.appPool
  if (given.isClosed) await outside.query('update school_opening set opened_at = null')
  // As a process that has served for a while, which asks no more.
  await isSchoolOpen({ db })
  const config = { ...testConfig(database.url, given), ...database.config }
  const sent: OutgoingMail[] = []
  const staffByToken = new Map<string, SignedInStaff>()
  let staff = 0
  const built = await build(given, (log) => ({
    config,
    db,
    gateway: razorpayGateway(config.provider),
    classrooms: { ...classrooms, ...given.classrooms },
    mailer: {
      send: async (mail) => void sent.unshift(mail),
      close: () => undefined,
    },
    files: openFileStore(config),
    personalData,
    attachDocuments,
    refundAccount,
    jobs,
    responseCache: new ResponseCache({ listening: false }),
    limitMemory: new LimitMemory(),
    maintenance: new Maintenance(config),
    clock: () => new Date(),
    authenticateStaff: async (authorization) =>
      staffByToken.get(authorization ?? '') ?? authenticateStaff({ db, config }, authorization),
    random: systemRandom,
    log,
    logDestination: { droppedLines: () => 0, failure: () => undefined },
    stopping: new AbortController().signal,
  }))
  const { app, deps } = built
  built.log.write = write
  // Deliveries run one at a time, so that each caller gets the mails of concurrent deliveries too.
  let delivery: Promise<unknown> = Promise.resolve()
  const { onFinished = onTestFinished } = given
  onFinished(async () => {
    await finish(built, given)
    if (given.isClosed) await db.end()
    await database.release()
    expect(leaksOf(logged, codesIn(sent))).toEqual([])
  })
  return {
    app,
    deps,
    db: outside,
    logged,
    post: (path, body, token) =>
      app.inject({ method: 'POST', url: `/api${path}`, ...(body ? { payload: body } : {}), headers: bearer(token) }),
    get: (path, token) => app.inject({ method: 'GET', url: `/api${path}`, headers: bearer(token) }),
    asStaff(roles, member) {
      staff += 1
      const authorization = `Bearer staff-${staff}`
      staffByToken.set(authorization, {
        kind: 'staff',
        id: member?.id ?? staff,
        roles: [roles].flat(),
        sessionId: systemRandom.uuid(),
        recentFactor: 'totp',
      })
      return { authorization }
    },
    dismissStaff: ({ authorization }) => void staffByToken.delete(authorization),
    async mails(to) {
      delivery = delivery.then(async () => {
        for (const queue of Object.values(deliveries)) await jobs.drain(queue, (job) => deliverMail(deps, system, job))
      })
      await delivery
      return sent.filter((mail) => to === undefined || mail.to === to)
    },
    passTime: async (interval) =>
      void (await outside.query('update app_clock set "offset" = "offset" + $1::interval', [interval])),
  }
}

async function openDatabaseOfTwoRoles(given: Given, log: Logger): Promise<TestDatabase & { config: Partial<Config> }> {
  const { url, ownerUrl, appUrl, drop } = await createDatabaseOfTwoRoles()
  const appPool = connect(appUrl, { max: 10, log })
  const testPool = connect(url, { max: 4, log, actor: 'system' })
  const config = { databaseMigrationUrl: ownerUrl }
  await prepareDatabase({ ...testConfig(appUrl, given), ...config }, appPool, { log, queues })
  await testPool.query('update school_opening set opened_at = app_now()')
  const jobs = await startJobs({ connectionString: appUrl, log, background: false })
  return {
    url: appUrl,
    config,
    appPool,
    testPool,
    jobs,
    async release() {
      await jobs.stop()
      await appPool.end()
      await testPool.end()
      await drop()
    },
  }
}

function bearer(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {}
}

export const testKey = { id: 'rzp_sandbox_tests', secret: 'secret-of-the-tests' }

function testConfig(databaseUrl: string, given: Given): Config {
  const config = readConfig({
    APP_ENV: 'test',
    CLASSROOM_UDP_PORT: '0',
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Karyashala <hello@karyashala.example>',
    RAZORPAY_KEY_ID: testKey.id,
    RAZORPAY_KEY_SECRET: testKey.secret,
    RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-tests',
    RAZORPAY_API_URL: 'http://127.0.0.1:1',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    AUTH_SECRET: 'an auth secret of the tests that is long enough to sign with',
    RATE_LIMIT_FACTOR: String(given.factor ?? 1000),
    DISK_RESERVE_MB: '0',
  })
  return { ...config, provider: { ...config.provider, ...given.provider }, ...given.config }
}

import pino from 'pino'
import { classrooms } from '#server/classes/classroom/classrooms.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/platform/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { LimitMemory } from '#server/platform/http/limits.ts'
import { Maintenance } from '#server/platform/maintenance/maintenance.ts'
import { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { attachDocuments } from '#server/money/invoicing/attach-documents.ts'
import { refundAccount } from '#server/money/refunds/refund-account.ts'
import { personalData, queues } from '#server/features.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'

/** Opens the application's dependencies on a benchmark database. No mail server is reachable, and no provider unless one is given. */
export async function openDeps(
  databaseUrl: string,
  razorpayUrl = 'http://127.0.0.1:1',
): Promise<Deps & { close(): Promise<void> }> {
  const config = readConfig({
    APP_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Karyashala <hello@karyashala.example>',
    RAZORPAY_KEY_ID: 'rzp_sandbox_bench',
    RAZORPAY_KEY_SECRET: 'secret-of-the-benchmarks',
    RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-benchmarks',
    RAZORPAY_API_URL: razorpayUrl,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    AUTH_SECRET: 'an auth secret of the benchmarks that is long enough to sign with',
    RATE_LIMIT_FACTOR: '1000000',
  })
  const log = pino({ level: 'error' }, pino.destination(2))
  const db = connect(databaseUrl, { max: 20, log })
  const jobs = await startJobs({ connectionString: databaseUrl, log, background: false, install: queues })
  return {
    config,
    db,
    gateway: razorpayGateway(config.provider),
    classrooms,
    mailer: { send: async () => {}, close: () => {} },
    files: openFileStore(config),
    personalData,
    attachDocuments,
    refundAccount,
    jobs,
    responseCache: new ResponseCache({ listening: false }),
    limitMemory: new LimitMemory(),
    maintenance: new Maintenance(config),
    clock: () => new Date(),
    authenticateStaff: async () => undefined,
    random: systemRandom,
    log,
    logDestination: { droppedLines: () => 0, failure: () => undefined },
    stopping: new AbortController().signal,
    async close() {
      await jobs.stop()
      await db.end()
    },
  }
}

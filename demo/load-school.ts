// Fills the empty school of `npm start`, with `--past` also with a past of payments. It is a process of its own: the server that follows has no
// part in it. The parent sends the settings of that server once it knows them.
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { isFilled, loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { readConfig } from '#server/config.ts'
import { personalData, queues } from '#server/features.ts'
import { classrooms } from '#server/classes/classroom/classrooms.ts'
import { attachDocuments } from '#server/money/invoicing/attach-documents.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { refundAccount } from '#server/money/refunds/refund-account.ts'
import { LimitMemory } from '#server/platform/http/limits.ts'
import { Maintenance } from '#server/platform/maintenance/maintenance.ts'
import { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { connect } from '#server/platform/db/connect.ts'
import { holdMigrations } from '#server/platform/db/migrate.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { prepareDatabase } from '#server/platform/jobs/prepare-database.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { sandboxPrefix } from '#dev/razorpay/start-sandbox.ts'
import type { Deps } from '#server/deps.ts'
import { demoStudentsFile } from '#dev/demo-students.ts'
import { namedStudents } from './named-students.ts'
import { holding } from '#dev/fill-school.ts'
import { loadWithPast, noJobs } from './load-with-past.ts'

// The channel does not keep a process alive that ends with its parent.
process.channel?.ref()
const [env] = (await once(process, 'message')) as [NodeJS.ProcessEnv]
process.channel?.unref()
const config = readConfig(env)
const log = createLog()
// Disputes and payments in review of the past are no news.
log.level = 'fatal'
const db = connect(config.databaseUrl, { max: 1, log })
const holder = connect(config.databaseUrl, { max: 1, log })
let letGo: (() => void) | undefined
try {
  await prepareDatabase(config, db, { log, queues })
  // The server that follows loads meanwhile, and waits at its migrations until the school is filled.
  letGo = await holdMigrations(holder)
  const [key] = config.provider.keys
  const { demoStaffFile } = config
  // A real account has no payments of a school that is made up.
  const hasPast = process.argv.includes('--past') && key?.id.startsWith(sandboxPrefix) === true && demoStaffFile !== undefined
  const isEmpty = !(await isFilled(db))
  const studentsFile = demoStudentsFile(config.dataDir)
  if (!hasPast) rmSync(studentsFile, { force: true })
  // The server reads it while it loads.
  else if (isEmpty) writeFileSync(studentsFile, `${JSON.stringify(namedStudents, null, 2)}\n`, { mode: 0o600 })
  process.send?.(holding)
  if (!hasPast) await loadDemo(db, new Date())
  else if (isEmpty) {
    const deps: Deps = {
      config,
      db,
      gateway: razorpayGateway(config.provider),
      classrooms,
      mailer: { send: async () => undefined, close: () => undefined },
      files: openFileStore(config),
      personalData,
      attachDocuments,
      refundAccount,
      jobs: noJobs,
      responseCache: new ResponseCache({ listening: false }),
      limitMemory: new LimitMemory(),
      maintenance: new Maintenance(config),
      clock: () => new Date(),
      authenticateStaff: async () => undefined,
      random: systemRandom,
      log,
      logDestination: { droppedLines: () => 0, failure: () => undefined },
      stopping: new AbortController().signal,
    }
    await loadWithPast(deps, key, demoStaffFile)
  }
} finally {
  // Before the pool ends, which waits for its connections. A failure would never be told.
  letGo?.()
  await Promise.all([db.end(), holder.end()])
}

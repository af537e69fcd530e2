import type pg from 'pg'
import type { Logger } from 'pino'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import type { Classrooms } from '#server/classes/classroom/classrooms.ts'
import type { Config } from './config.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { PersonalData } from '#server/platform/personal-data/define-personal-data.ts'
import type { LogDestination } from '#server/platform/logging/log-destination.ts'
import type { Attachment, Mailer } from '#server/messaging/mail/smtp.ts'
import type { Maintenance } from '#server/platform/maintenance/maintenance.ts'
import type { LimitMemory } from '#server/platform/http/limits.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Gateway } from '#server/money/provider/gateway.ts'
import type { Random } from '#server/platform/secrets/random.ts'

/** The dependencies of verbs, built once in `main.ts` and in each test. */
export interface Deps {
  config: Config
  db: pg.Pool
  gateway: Gateway
  mailer: Mailer
  /** The places where classes are held, by name. */
  classrooms: Classrooms
  /** Keeps pictures, recordings and what students hand in. */
  files: FileStore
  /** Personal data of every feature. */
  personalData: readonly PersonalData[]
  jobs: Jobs
  /** Draws the files of a mail; `mail/` may not import the features that issue them. */
  attachDocuments: (deps: Deps, props: Record<string, unknown>) => Promise<Attachment[]>
  /** Refunds what an account has paid; `accounts/` may not import payments. */
  refundAccount: (deps: Deps, tx: Queryable, userId: number) => Promise<void>
  responseCache: ResponseCache
  limitMemory: LimitMemory
  maintenance: Maintenance
  /** Only for times sent to other systems, such as the expiry of a link. Decisions use SQL's `app_now()`. */
  clock: () => Date
  /** Returns the staff member of an `Authorization` header with a valid token. */
  authenticateStaff: (authorization: string | undefined) => Promise<SignedInStaff | undefined>
  random: Random
  log: Logger
  /** What `/ready` and the metrics say about the log. */
  logDestination: Pick<LogDestination, 'droppedLines' | 'failure'>
  /** Aborted on the stop signal: `/ready` answers 503 and no new work begins. */
  stopping: AbortSignal
}

import type pg from 'pg'
import type { Logger } from 'pino'
import type { Staff } from './auth/principal.ts'
import type { Config } from './config.ts'
import type { Queryable } from './db/query.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { PersonalData } from './define-personal-data.ts'
import type { Attachment, Mailer } from './mail/smtp.ts'
import type { ResponseCache } from './cache/response-cache.ts'
import type { Gateway } from './payments/provider/gateway.ts'
import type { Random } from './random.ts'

/** All that a verb may reach. Built once in `main.ts` and in each test. */
export interface Deps {
  config: Config
  db: pg.Pool
  gateway: Gateway
  mailer: Mailer
  /** What every feature holds about people. */
  personalData: readonly PersonalData[]
  jobs: Jobs
  /** Draws the files of a mail; `mail/` may not import the features that issue them. */
  attachDocuments: (deps: Deps, props: Record<string, unknown>) => Promise<Attachment[]>
  /** Refunds what an account has paid; `accounts/` may not import payments. */
  refundAccount: (deps: Deps, tx: Queryable, userId: number) => Promise<void>
  responseCache: ResponseCache
  /** Only for what leaves the process, as the expiry of a link; what is decided is decided by SQL's `app_now()`. */
  clock: () => Date
  /** Which member of staff sent this `Authorization` header, if their token still lives. */
  authenticateStaff: (authorization: string | undefined) => Promise<Staff | undefined>
  random: Random
  log: Logger
  /** Aborted once this process was told to stop: it answers no longer ready, and begins nothing new. */
  stopping: AbortSignal
}

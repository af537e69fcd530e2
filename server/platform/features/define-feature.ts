import type { Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import type { AnyJob, Job, NoData } from '#server/platform/jobs/define-job.ts'
import type { PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

/** What a feature brings along. `server/features.ts` lists all features; nothing else has to know one. */
export interface Feature {
  routes?(app: FastifyInstance, deps: Deps): void | Promise<void>
  jobs?: readonly Work[]
  /** Runs hourly in one process: deletes expired rows, queues rows without a job again, and logs an error for overdue work. */
  sweep?(deps: Pick<Deps, 'db' | 'config' | 'files' | 'jobs' | 'log'>, system: System): Promise<void>
  personalData?: PersonalData
  /** Registers gauges. The returned function updates them before each scrape. */
  gauges?(register: Registry, deps: Pick<Deps, 'db'>): () => Promise<void>
  /** Runs before a process serves. */
  start?(deps: Pick<Deps, 'config' | 'db' | 'log'>, system: System): Promise<void>
}

/** A job with what it does. */
export interface Work {
  job: AnyJob
  /** Starts the workers of this process, and the schedule if there is one. */
  start(deps: Deps): Promise<void>
}

/** Binds a job to what it does. */
export function work<Data extends object>(job: Job<Data>, run: (deps: Deps, data: Data) => Promise<unknown>): Work {
  return { job, start: (deps) => deps.jobs.work(job, async (data) => void (await run(deps, data))) }
}

/** Binds a job that runs by the clock. @param cron five fields, in India's time zone */
export function workOnSchedule(cron: string, job: Job, run: (deps: Deps) => Promise<unknown>): Work {
  const { start } = work<NoData>(job, run)
  return {
    job,
    async start(deps) {
      await start(deps)
      await deps.jobs.schedule(job, cron)
    },
  }
}

export const everyMinute = '* * * * *'

import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { withoutJob } from '#server/platform/jobs/without-job.ts'
import { cancelBatchJob } from './jobs.ts'

const cancellationsWithoutJob = statement<{ id: number }>(
  'cancellations_without_job',
  `select distinct c.batch_id as id from cancelled_enrolments c
   where c.outcome = 'waiting' and ${withoutJob(cancelBatchJob, 'c.batch_id')} order by 1 limit 100`,
)

/** Queues cancelled batches that have no job. */
export async function sweepCancellations(deps: Pick<Deps, 'db' | 'jobs'>, _system: System): Promise<void> {
  for (const { id } of await rows(deps.db, cancellationsWithoutJob)) await deps.jobs.send(deps.db, cancelBatchJob, { id })
}

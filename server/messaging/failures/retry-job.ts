import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { writeAct } from '#server/platform/audit/write-act.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { watchedJobs } from './watched-jobs.ts'

// The state that pg-boss gives a job between two tries.
const runJobAgain = statement(
  'run_job_again',
  `update pgboss.job set state = 'retry', start_after = now(), completed_on = null, retry_limit = greatest(retry_limit, retry_count + 1)
   where id = $1 and state in ('retry', 'failed') and ${watchedJobs} returning 1`,
)

/** Runs a failed job again now. Jobs may run twice, so a second press changes nothing. @throws HttpError 404 */
export async function retryJob(deps: Pick<Deps, 'db'>, staff: Staff, { id }: { id: string }): Promise<string> {
  return staffTransaction(deps, staff, async (tx) => {
    if (!(await row(tx, runJobAgain, [id]))) throw notFound('This job runs already, or it is done.')
    await writeAct(tx, 'job_retried', id)
    return 'The job runs again now.'
  })
}

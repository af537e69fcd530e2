import type { AnyJob } from './define-job.ts'

/**
 * Returns SQL that is true when no job of these queues exists for a row: after a restore, because snapshots hold no jobs, and
 * after the last retry failed.
 * @param id SQL expression of the row's id, as stored in the job's data. Without it, any job of the queues counts
 */
export function withoutJob(job: AnyJob | readonly AnyJob[], id?: string): string {
  const names = [job].flat().map(({ name }) => `'${name}'`)
  return `not exists (
     select 1 from pgboss.job j
     where j.name in (${names.join(', ')}) and j.state in ('created', 'retry', 'active')${id === undefined ? '' : ` and j.data ->> 'id' = ${id}::text`})`
}

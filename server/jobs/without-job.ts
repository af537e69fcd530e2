import type { JobName } from './jobs.ts'

/**
 * SQL that is true when no job of this queue stands for a row: after a restore, since snapshots hold no jobs, and once the
 * queue has given a job up.
 * @param id SQL of the row's id, as the job's data names it
 */
export function withoutJob(name: JobName, id: string): string {
  return `not exists (
     select 1 from pgboss.job j
     where j.name = '${name}' and j.state in ('created', 'retry', 'active') and j.data ->> 'id' = ${id}::text)`
}

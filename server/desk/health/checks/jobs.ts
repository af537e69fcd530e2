import { rows, statement } from '#server/platform/db/query.ts'
import type { Check } from '../define-check.ts'

/** Minutes by which a job may be late. */
const mostMinutes = 15

const lateJobs = statement<{ name: string; jobs: number; minutes: number }>(
  'late_jobs',
  `select name, count(*)::int as jobs, (extract(epoch from now() - min(start_after)) / 60)::float8 as minutes from pgboss.job
   where state in ('created', 'retry') and start_after < now() - make_interval(mins => $1) group by name order by minutes desc limit 5`,
)

export const jobs: Check = {
  name: 'jobs',
  title: 'Jobs',
  async find({ db }) {
    const [first, ...others] = await rows(db, lateJobs, [mostMinutes])
    if (!first) return { ok: true, figure: 'none is late' }
    const more = others.length === 0 ? '' : `, and ${others.map(({ name }) => name).join(', ')}`
    const figure = `${first.jobs} of ${first.name} late by ${Math.round(first.minutes)} minutes${more}`
    return { ok: false, figure, advice: 'Restart the server. When they stay late, its log says which one fails and why.' }
  },
}

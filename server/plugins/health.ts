import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../db/pending-migrations.ts'
import type { Deps } from '../deps.ts'
import { unavailable } from '../errors.ts'

const hidden = { schema: { hide: true } }
/** Workers ask for jobs every two seconds, and a silent connection is given up after twelve. */
const longestSilenceSeconds = 30

/** `/health` is about the process; `/ready` about whether it should get requests: database, migrations, jobs, and not stopping. */
export function health(app: FastifyInstance, deps: Deps): void {
  app.get('/health', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/ready', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (deps.stopping.aborted) throw unavailable('This process is stopping.')
    const pending = await pendingMigrations(deps.db).catch(() => {
      throw unavailable('The database does not answer.')
    })
    if (pending.length > 0) throw unavailable(`The database lacks the migration ${pending[0]}.`)
    if (deps.jobs.silentSeconds() > longestSilenceSeconds) throw unavailable('The jobs of this process do not run.')
    return { status: 'ready' }
  })
}

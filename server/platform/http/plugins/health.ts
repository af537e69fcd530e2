import type { FastifyInstance } from 'fastify'
import { body } from '#contract/errors.ts'
import { pendingMigrations } from '#server/platform/db/pending-migrations.ts'
import type { Deps } from '#server/deps.ts'
import { version } from '#server/platform/release/release.ts'
import { hasSpace } from '#server/platform/files/free-space.ts'

const hidden = { schema: { hide: true } }
/** Seconds by which a poll for jobs may be late. A silent connection times out after twelve. */
const longestSilenceSeconds = 30

/** `/health` reports a running process; `/ready` whether it should get requests: database, migrations, jobs, not stopping. */
export function health(app: FastifyInstance, deps: Deps): void {
  app.get('/health', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!deps.maintenance.isOn()) return { status: 'ok', version }
    const isQuiet = deps.jobs.isPaused() && deps.maintenance.isQuiet()
    return { status: 'ok', version, maintenance: isQuiet ? 'quiet' : 'beginning' }
  })
  app.get('/ready', hidden, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const problem = await findProblem(deps)
    if (problem === undefined) return { status: 'ready', ...(await findWarnings(deps)) }
    // Sent and not thrown: load balancers poll this every second, and each poll would log an error.
    return reply.code(503).header('retry-after', '5').send(body(problem, 'unavailable'))
  })
}

/** Returns what needs a person although this process can serve. */
async function findWarnings({ config, logDestination }: Deps): Promise<{ warnings?: string[] }> {
  const failure = logDestination.failure()
  const warnings = [
    ...(failure === undefined
      ? []
      : [`The log can not be written (${failure}). ${logDestination.droppedLines()} lines were dropped since the start.`]),
    ...((await hasSpace(config).catch(() => true))
      ? []
      : [
          `The disk of DATA_DIR has less than ${config.diskReserveBytes / 1024 ** 2} MB free. Uploads, imports and exports are refused, and nothing can be stored once it is full.`,
        ]),
  ]
  return warnings.length === 0 ? {} : { warnings }
}

/** Returns the reason why this process should get no requests now. */
async function findProblem(deps: Deps): Promise<string | undefined> {
  if (deps.stopping.aborted) return 'This process is stopping.'
  const pending = await pendingMigrations(deps.db).catch(() => undefined)
  if (pending === undefined) return 'The database does not answer.'
  if (pending.length > 0) return `The database lacks the migration ${pending[0]}.`
  if (deps.jobs.silentSeconds() > longestSilenceSeconds) return 'The jobs of this process do not run.'
  return undefined
}

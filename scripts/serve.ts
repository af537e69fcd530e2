// Runs the server as a deployment does. Starts the embedded PostgreSQL without DATABASE_URL.
import '#dev/ignore-lost-lines.mjs'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { checkPorts } from '#dev/check-ports.ts'
import { superviseServer } from '#dev/supervise-server.ts'
import { writeLine } from '#dev/write-line.ts'
import type { Postgres } from '#postgres/launch.ts'
import { launchPostgres } from '#postgres/launch.ts'
import { LaunchError } from '#postgres/launch-error.ts'
import { setupLinkLines } from '#server/people/cli/staff.ts'
import { offerSetupLink } from '#server/people/staff/setup-link.ts'
import { system } from '#server/platform/auth/principal.ts'
import { connect } from '#server/platform/db/connect.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'

const root = join(import.meta.dirname, '..')

// Only this account may read files in DATA_DIR. Folders that PostgreSQL's account needs set their own mode.
process.umask(0o077)

const signalled = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => signalled.abort())

async function serve(): Promise<number> {
  if (process.env.DATABASE_URL) return runServer(process.env.DATABASE_URL)
  const postgres = await launch()
  try {
    return signalled.signal.aborted ? 0 : await runServer(postgres.connectionString, postgres.shareWith)
  } finally {
    await postgres.stop()
  }
}

function launch(): Promise<Postgres> {
  const dataDir = join(resolve(root, process.env.DATA_DIR || '.data'), 'postgres')
  return launchPostgres({ dataDir, log: writeLine })
}

/** Milliseconds between restarts, and restarts in a row: some six minutes. */
const restarts = { pauses: { shortest: 100, longest: 30_000 }, limit: 20 }

/** Runs the server and starts it again when it dies. Returns the exit code. */
async function runServer(databaseUrl: string, onStart?: (pid: number) => void): Promise<number> {
  const host = process.env.HOST || '127.0.0.1'
  const port = Number(process.env.PORT || 3000)
  // The default of production, as in server/config.ts.
  const drainMs = Number(process.env.DRAIN_MS || 5000)
  // Another program on the port would answer for the server.
  await checkPorts(host, { PORT: port }, 'npm run serve')
  const server = await superviseServer({
    args: ['--import', join(import.meta.dirname, 'end-with-parent.mjs'), join(root, 'server', 'main.ts')],
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      APP_ENV: 'production',
      DATABASE_URL: databaseUrl,
      END_WITH_PARENT: 'SIGTERM',
    },
    readyUrl: `http://${reachableHost(host)}:${port}/ready`,
    signal: signalled.signal,
    log: writeLine,
    stopTimeoutMs: drainMs + 30_000,
    probeMs: 10_000,
    ...(onStart && { onStart }),
    ...restarts,
  })
  await printSetupLink(databaseUrl)
  const stopped = signalled.signal.aborted ? Promise.resolve() : once(signalled.signal, 'abort')
  const reason = await Promise.race([server.gaveUp, stopped.then(() => undefined)])
  await server.stop()
  if (reason === undefined) return 0
  writeLine(reason)
  return 1
}

/**
 * Prints the link of a new school, on standard output: the log of the server never has it. A restart prints none while one works, so that the
 * link that somebody is using does not end.
 */
async function printSetupLink(databaseUrl: string): Promise<void> {
  const publicUrl = process.env.PUBLIC_URL
  if (!publicUrl) return
  const db = connect(databaseUrl, { max: 1, log: { warn: (_details, message) => writeLine(message) } })
  try {
    const deps = { db, random: systemRandom, config: { publicUrl: publicUrl.replace(/\/+$/, '') } }
    const offered = await offerSetupLink(deps, system)
    if (offered === undefined) return
    const lines =
      'link' in offered
        ? setupLinkLines(offered)
        : [
            `The school has no owner yet. Its link was printed at ${offered.issuedAt.toISOString()}; npm run staff -- setup-link prints a new one.`,
          ]
    console.log(`\n${lines.join('\n')}\n`)
  } catch (error) {
    writeLine(`The link of a new school could not be made: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await db.end().catch(() => undefined)
  }
}

/** A server that listens on every address is reached on this machine's own. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
}

try {
  process.exitCode = await serve()
} catch (error) {
  // A stop signal during the start is no failure.
  if (!signalled.signal.aborted) {
    console.error(error instanceof LaunchError ? error.message : error)
    process.exitCode = 1
  }
}

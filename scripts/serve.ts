// Runs the server as a deployment does. Starts the embedded PostgreSQL without DATABASE_URL.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import type { Postgres } from '#postgres/launch.ts'
import { launchPostgres } from '#postgres/launch.ts'
import { LaunchError } from '#postgres/launch-error.ts'

const root = join(import.meta.dirname, '..')

// Only this account may read files in DATA_DIR. Folders that PostgreSQL's account needs set their own mode.
process.umask(0o077)

const signalled = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => signalled.abort())

async function serve(): Promise<number> {
  if (process.env.DATABASE_URL) return runServer(process.env.DATABASE_URL)
  const postgres = await launch()
  try {
    return signalled.signal.aborted ? 0 : await runServer(postgres.connectionString)
  } finally {
    await postgres.stop()
  }
}

function launch(): Promise<Postgres> {
  const dataDir = join(resolve(root, process.env.DATA_DIR || '.data'), 'postgres')
  return launchPostgres({ dataDir, log: (line) => console.error(line) })
}

/** Runs the server in its own process group, because a second signal from Ctrl-C would abort open requests. */
function runServer(databaseUrl: string): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'end-with-parent.mjs'), join(root, 'server', 'main.ts')],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        APP_ENV: 'production',
        DATABASE_URL: databaseUrl,
        END_WITH_PARENT: 'SIGTERM',
      },
    },
  )
  signalled.signal.addEventListener('abort', () => child.kill('SIGTERM'))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code, signal) => done(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
}

try {
  process.exitCode = await serve()
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  process.exitCode = 1
}

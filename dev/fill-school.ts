import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { LaunchError } from '#postgres/launch-error.ts'

interface Options {
  root: string
  hasPast: boolean
  signal: AbortSignal
}

/** Starts the process that fills a school. It loads its modules and waits for `fillSchool`. */
export function startFiller({ root, hasPast, signal }: Options): ChildProcess {
  const script = join(root, 'demo', 'load-school.ts')
  const args = ['--import', join(root, 'scripts', 'end-with-parent.mjs'), script, ...(hasPast ? ['--past'] : [])]
  const filler = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, END_WITH_PARENT: 'SIGTERM' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  })
  // A start that fails before the school is filled ends it, and nobody else listens then.
  filler.on('error', () => undefined)
  return filler
}

/** What the process says once servers that start wait for it. */
export const holding = 'holding'

/**
 * Lets the process fill the school of a new database. Resolves once a server may be started, which then waits until `filled` has resolved.
 * @param env of the server that follows
 * @throws LaunchError when it could not be filled, by `filled` too
 */
export async function fillSchool(filler: ChildProcess, env: NodeJS.ProcessEnv): Promise<{ filled: Promise<void> }> {
  const filled = once(filler, 'exit').then(([code]) => {
    if (code !== 0) throw new LaunchError('The demo could not be loaded. Nothing of it was stored, so start again.')
  })
  filler.send(env, () => undefined)
  await Promise.race([filled, untilHolding(filler)])
  return { filled }
}

async function untilHolding(filler: ChildProcess): Promise<void> {
  while ((await once(filler, 'message'))[0] !== holding);
}

/** Whether the school of a database is filled. */
export async function hasCourses(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: tables } = await client.query(`select 1 where to_regclass('public.courses') is not null`)
    return tables.length > 0 && (await client.query('select 1 from courses limit 1')).rows.length > 0
  } finally {
    await client.end()
  }
}

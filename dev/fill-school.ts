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

/**
 * Lets the process fill the school of a new database.
 * @param env of the server that follows
 * @throws LaunchError when it could not be filled
 */
export async function fillSchool(filler: ChildProcess, env: NodeJS.ProcessEnv): Promise<void> {
  const exited = once(filler, 'exit')
  filler.send(env, () => undefined)
  const [code] = (await exited) as [number | null]
  if (code !== 0) throw new LaunchError('The demo could not be loaded. Nothing of it was stored, so start again.')
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

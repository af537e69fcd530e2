import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { LaunchError } from '#postgres/launch-error.ts'

interface Options {
  root: string
  /** Of the server that follows. */
  env: NodeJS.ProcessEnv
  hasPast: boolean
  signal: AbortSignal
}

/**
 * Fills the school of a new database, in a process of its own. A school with courses is left as it is.
 * @throws LaunchError when it could not be filled
 */
export async function fillSchool({ root, env, hasPast, signal }: Options): Promise<void> {
  if (await hasCourses(env.DATABASE_URL ?? '')) return
  const script = join(root, 'demo', 'load-school.ts')
  const args = ['--import', join(root, 'scripts', 'end-with-parent.mjs'), script, ...(hasPast ? ['--past'] : [])]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, END_WITH_PARENT: 'SIGTERM' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new LaunchError('The demo could not be loaded. Nothing of it was stored, so start again.')
}

async function hasCourses(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: tables } = await client.query(`select 1 where to_regclass('public.courses') is not null`)
    return tables.length > 0 && (await client.query('select 1 from courses limit 1')).rows.length > 0
  } finally {
    await client.end()
  }
}

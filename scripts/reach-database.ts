import { join, resolve } from 'node:path'
import { launchPostgres } from '#postgres/launch.ts'

/** The database of DATABASE_URL, else the built-in one, which may or may not be running. */
export async function reachDatabase(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { connectionString: process.env.DATABASE_URL, stop: async () => {} }
  const dataDir = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data')
  return launchPostgres({ dataDir: join(dataDir, 'postgres'), log: (line) => console.error(line) })
}

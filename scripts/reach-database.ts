import { join, resolve } from 'node:path'
import { launchPostgres } from '#postgres/launch.ts'

/** Returns DATABASE_URL, else starts the embedded PostgreSQL if needed. `owner` prefers DATABASE_MIGRATION_URL. */
export async function reachDatabase(options = { owner: false }): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const given = (options.owner && process.env.DATABASE_MIGRATION_URL) || process.env.DATABASE_URL
  if (given) return { connectionString: given, stop: async () => {} }
  const dataDir = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data')
  return launchPostgres({ dataDir: join(dataDir, 'postgres'), log: (line) => console.error(line) })
}

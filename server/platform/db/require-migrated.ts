import { compareMigrations } from './compare-migrations.ts'
import { refuseHalfImported } from './interrupted-import.ts'
import type { Queryable } from './query.ts'
import { migrationsFolder, readMigrations } from './read-migrations.ts'

export const notMigrated = 'The database has no tables of this version yet. Start the server once, then try again.'

/**
 * Lets a command work on a database only when its tables are those of this version.
 * @throws Error with what to do: what the server says at its start about a newer or half imported database, else to start the server
 */
export async function requireMigrated(db: Queryable, folder = migrationsFolder): Promise<void> {
  await refuseHalfImported(db)
  const { rows } = await db.query<{ found: boolean }>(`select to_regclass('public.schema_migrations') is not null as found`)
  const waiting = rows[0]?.found ? await compareMigrations(db, await readMigrations(folder)) : undefined
  if (waiting?.length !== 0) throw new Error(notMigrated)
}

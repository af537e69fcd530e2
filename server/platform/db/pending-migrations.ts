import type { Queryable } from './query.ts'
import { migrationsFolder, readMigrations } from './read-migrations.ts'

/** Returns the names of this version's migrations that the database lacks, in order. */
export async function pendingMigrations(db: Queryable): Promise<string[]> {
  const applied = await db.query<{ name: string }>('select name from schema_migrations')
  const names = new Set(applied.rows.map((row) => row.name))
  return (await readMigrations(migrationsFolder)).map((migration) => migration.name).filter((name) => !names.has(name))
}

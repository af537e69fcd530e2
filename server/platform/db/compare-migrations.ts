import type { Queryable } from './query.ts'
import type { Migration } from './read-migrations.ts'

/**
 * Returns the migrations that the database lacks, in order.
 * @throws Error when an applied file was changed, is missing, or a new file is numbered before an applied one
 */
export async function compareMigrations(db: Queryable, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name',
  )
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of rows) {
    const file = files.get(name)
    if (file === undefined)
      throw new Error(
        `This database has the migration ${name} of a newer version, whose file is missing here. A version can't go back over it: start the newer version again, or import a snapshot of this version into an empty database (npm run db:import)`,
      )
    if (file.checksum !== checksum)
      throw new Error(
        `Migration ${name} was changed after it was applied: restore the file and put the change into a new migration`,
      )
  }
  const applied = new Set(rows.map(({ name }) => name))
  const waiting = migrations.filter(({ name }) => !applied.has(name))
  const [first] = waiting
  const last = rows.at(-1)
  if (first && last && first.name < last.name) {
    throw new Error(`Migration ${first.name} comes before ${last.name}, which is applied already: give it the next free number`)
  }
  return waiting
}

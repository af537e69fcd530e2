import type { Queryable } from './query.ts'
import type { Migration } from './read-migrations.ts'

interface Applied {
  name: string
  checksum: string
  /** Null where an earlier version applied it. */
  step: string | null
  applied_at: Date
}

/**
 * Returns the migrations that the database lacks, in order. Migrations of a newer version are no hindrance while all of them are expand
 * steps: the version before runs on its schema.
 * @throws Error when an applied file was changed, is missing, or a new file is numbered before an applied one, and when a newer version
 * applied a contract step
 */
export async function compareMigrations(db: Queryable, migrations: Migration[]): Promise<Migration[]> {
  // A database that no version with steps has migrated has no column of that name.
  const { rows } = await db.query<Applied & Record<string, unknown>>(
    `select name, checksum, to_jsonb(m) ->> 'step' as step, applied_at from public.schema_migrations m order by name`,
  )
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  const newest = migrations.at(-1)?.name
  const isNewer = (name: string) => newest !== undefined && name > newest
  for (const { name, checksum, step, applied_at: at } of rows) {
    const file = files.get(name)
    if (file === undefined) {
      if (isNewer(name) && step === 'expand') continue
      throw new Error(refusal(name, isNewer(name) && step === 'contract' ? at : undefined))
    }
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

function refusal(name: string, contractedAt: Date | undefined): string {
  if (contractedAt === undefined)
    return `This database has the migration ${name} of a newer version, whose file is missing here. A version can't go back over it: start the newer version again, or import a snapshot of this version into an empty database (npm run db:import)`
  return `This database has the contract step ${name} of a newer version, over which this version can't go back: start the newer version again, or restore a backup from before ${contractedAt.toISOString()} (npm run restore)`
}

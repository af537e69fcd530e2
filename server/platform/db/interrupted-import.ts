import type { Queryable } from './query.ts'

/** The table that marks a database from before an import migrates it until the import commits. */
export const importMark = 'public.import_in_progress'

export const importInterrupted =
  'An import was interrupted: run it again with the same file, and it goes on. Or use another database, a new and empty one.'

/** Returns whether an import has begun to fill this database and has not committed. */
export async function isHalfImported(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ marked: boolean }>('select to_regclass($1) is not null as marked', [importMark])
  return rows[0]?.marked === true
}

/** @throws Error with what to do when the database is half imported */
export async function refuseHalfImported(db: Queryable): Promise<void> {
  if (await isHalfImported(db)) throw new Error(importInterrupted)
}

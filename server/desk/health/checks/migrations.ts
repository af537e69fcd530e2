import { rows, statement } from '#server/platform/db/query.ts'
import { migrationsFolder, readMigrations } from '#server/platform/db/read-migrations.ts'
import type { Check } from '../define-check.ts'

const appliedMigrations = statement<{ name: string }>('applied_migrations', 'select name from schema_migrations')

export const migrations: Check = {
  name: 'migrations',
  title: 'Migrations',
  async find({ db }) {
    const known = new Set((await readMigrations(migrationsFolder)).map(({ name }) => name))
    const applied = new Set((await rows(db, appliedMigrations)).map(({ name }) => name))
    const pending = [...known].filter((name) => !applied.has(name))
    const newer = [...applied].filter((name) => !known.has(name))
    const figure = `${applied.size} applied, ${pending.length} pending`
    if (pending.length > 0) {
      return { ok: false, figure, advice: 'Start the server of this version: it applies them before it takes requests.' }
    }
    if (newer.length > 0) {
      const advice = `The database has ${newer.length} of a newer version. Finish the upgrade on every process, or restore the backup from before it.`
      return { ok: false, figure, advice }
    }
    return { ok: true, figure }
  },
}

import { compareMigrations } from '#server/platform/db/compare-migrations.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Migration } from '#server/platform/db/read-migrations.ts'
import { createdTable, judgeStatement, type Judgement } from './judge-statement.ts'
import { splitStatements } from './split-statements.ts'

/**
 * Bytes and rows a second that a small server does. A disk of a shared machine reads about 100 MB a second, and a change of a row writes
 * it, its indexes and the log.
 */
const bytesASecond = 50_000_000
const rowsASecond = 10_000

const tableSize = statement<{ bytes: number; rows: number }>(
  'table_size',
  `select pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, 0)::float8 as rows
   from pg_class c where c.oid = to_regclass('public.' || quote_ident($1))`,
)

/** A statement that somebody may notice. */
export interface PlannedStatement {
  text: string
  table: string
  blocks: Judgement['blocks']
  rows: number
  /** An estimate from the size of the table. */
  seconds: number
}

export interface PlannedMigration {
  name: string
  step: Migration['step']
  statements: PlannedStatement[]
}

/** Says of each migration that the database lacks what it will lock, and for how long on this data. Changes nothing. */
export async function planUpgrade(db: Queryable, migrations: Migration[]): Promise<PlannedMigration[]> {
  const waiting = await compareMigrations(db, migrations)
  const created = new Set<string>()
  const planned: PlannedMigration[] = []
  for (const { name, sql, step } of waiting) {
    const statements: PlannedStatement[] = []
    for (const text of splitStatements(sql)) {
      const table = createdTable(text)
      if (table !== undefined) created.add(table)
      const judged = judgeStatement(text, created)
      if (judged.table !== undefined) statements.push(await measure(db, text, judged.table, judged))
    }
    planned.push({ name, step, statements })
  }
  return planned
}

async function measure(db: Queryable, text: string, table: string, { blocks, grows }: Judgement): Promise<PlannedStatement> {
  const { bytes = 0, rows = 0 } = (await row(db, tableSize, [table])) ?? {}
  const seconds = grows === 'bytes' ? bytes / bytesASecond : grows === 'rows' ? rows / rowsASecond : 0
  return { text: text.slice(0, 200), table, blocks, rows, seconds: Math.round(seconds * 10) / 10 }
}

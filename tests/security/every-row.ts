import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Returns each row of each table as text, like a database dump. */
export async function everyRow(db: pg.Pool): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  if (tables.rows.length < 20) throw new Error('the database has fewer than 20 tables')
  const dump: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await db.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    dump.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return dump
}

/**
 * Returns a hash of all rows except the rate limit counters.
 * @param options.exportsApart leaves out the exports in the audit log: each file that staff download adds one.
 */
export async function fingerprint(db: pg.Pool, { exportsApart = false } = {}): Promise<string> {
  const counts = (row: string) =>
    !row.startsWith('public.limit_counters ') &&
    !(exportsApart && /^public\.(?:list_exports |audit_log .*,list_exports,)/s.test(row))
  return createHash('sha256')
    .update((await everyRow(db)).filter(counts).join('\n'))
    .digest('hex')
}

import pg from 'pg'
import { isProductRelation } from '#server/platform/db/snapshot.ts'
import type { Facts } from './manifest.ts'

interface Table {
  name: string
  columns: string[]
}

const tablesOfProduct = `
  select format('%I.%I', n.nspname, c.relname) as name, coalesce((
    select json_agg(a.attname order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname like '%\\_paise'
      and a.atttypid in ('int4'::regtype, 'int8'::regtype, 'numeric'::regtype)), '[]') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and ${isProductRelation} order by 1`

/** Tables whose rows are counted, as SQL names. A crash empties others. */
export async function listTables(client: pg.Client): Promise<string[]> {
  return (await client.query<Table>(tablesOfProduct)).rows.map(({ name }) => name)
}

/** Counts the rows of every table and adds up every column of money, in the caller's transaction. */
export async function readFacts(client: pg.Client): Promise<Facts> {
  const facts: Facts = { rows: {}, money: {} }
  const { rows: tables } = await client.query<Table>(tablesOfProduct)
  for (const { name, columns } of tables) {
    const sums = columns.map(
      (column) => `, coalesce(sum(${pg.escapeIdentifier(column)}), 0)::text as ${pg.escapeIdentifier(column)}`,
    )
    const { rows } = await client.query<{ rows: string } & Record<string, string>>(
      `select count(*)::text as rows${sums.join('')} from ${name}`,
    )
    const [{ rows: count, ...money } = { rows: '0' }] = rows
    const short = name.replace(/^public\./, '')
    facts.rows[short] = Number(count)
    for (const [column, sum] of Object.entries(money)) facts.money[`${short}.${column}`] = String(sum)
  }
  return facts
}

/** What differs, one line each. @param allowed rows that a table may have more than expected */
export function compareFacts(expected: Facts, found: Facts, allowed: Readonly<Record<string, number>> = {}): string[] {
  const names = (one: object, other: object) => [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
  return [
    ...names(expected.rows, found.rows).flatMap((table) => {
      const [before, after] = [expected.rows[table] ?? 0, found.rows[table] ?? 0]
      const more = after - before
      return more === 0 || (more > 0 && more <= (allowed[table] ?? 0))
        ? []
        : [`${table} has ${after} rows, and the set counted ${before}`]
    }),
    ...names(expected.money, found.money).flatMap((column) => {
      const [before, after] = [expected.money[column] ?? '0', found.money[column] ?? '0']
      return before === after ? [] : [`the sum of ${column} is ${after} paise, and the set counted ${before}`]
    }),
  ]
}

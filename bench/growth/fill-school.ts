import type pg from 'pg'
import { counts, type Filling, fillings } from './tables.ts'

/** Rows of one statement, so that the server's memory stays flat. */
const slice = 250_000
/** Courses whose search documents one statement writes. */
const indexedAtOnce = 500

/**
 * Fills a migrated, empty database in the proportions of a real school. One part is a course with 5 batches, 100 students and
 * 300 orders. Only a superuser can do this: constraints that are triggers, and the triggers of the product, do not run.
 * Secondary indexes are built after the rows. Returns the number of rows.
 * @param only the tables to fill; by default all
 */
export async function fillSchool(
  client: pg.ClientBase,
  parts: number,
  report: (line: string) => void = () => {},
  only?: ReadonlySet<string>,
): Promise<number> {
  const chosen = fillings.filter(({ table }) => !only || only.has(table))
  await client.query(`set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '512MB'`)
  const tables = chosen.map(({ table }) => table)
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql from pg_index i
     where i.indrelid::regclass::text = any ($1) and not i.indisunique and not i.indisexclusion`,
    [tables],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // An exclusion is checked in bulk in a fraction of the time that each row takes.
  const { rows: exclusions } = await client.query<{ table: string; name: string; sql: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as sql from pg_constraint
     where contype = 'x' and conrelid::regclass::text = any ($1)`,
    [tables],
  )
  for (const { table, name } of exclusions) await client.query(`alter table ${table} drop constraint ${name}`)
  let total = 0
  for (const filling of chosen) {
    const started = performance.now()
    const added = await fillTable(client, filling, parts)
    total += added
    report(`${filling.table}: ${added} rows in ${seconds(started)} s`)
  }
  const started = performance.now()
  for (const { sql } of indexes) await client.query(sql)
  for (const { table, name, sql } of exclusions) await client.query(`alter table ${table} add constraint ${name} ${sql}`)
  report(`${indexes.length} indexes in ${seconds(started)} s`)
  await client.query(
    `insert into receipt_counters (financial_year, last_number) select financial_year, max(number) from receipts group by 1
     on conflict (financial_year) do update set last_number = excluded.last_number`,
  )
  await writeSearchDocuments(client, parts, report)
  const { rows: numbered } = await client.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute
     where attname = 'id' and attidentity <> '' and attrelid::regclass::text = any ($1)`,
    [tables],
  )
  for (const { name } of numbered)
    await client.query(`select setval(pg_get_serial_sequence('${name}', 'id'), max(id)) from ${name}`)
  await client.query('set session_replication_role = origin')
  const summed = performance.now()
  await client.query(`select count(*) from correct_figures('-infinity', 'infinity')`)
  report(`sums of the figures in ${seconds(summed)} s`)
  await client.query('vacuum analyze')
  return total
}

async function fillTable(client: pg.ClientBase, filling: Filling, parts: number): Promise<number> {
  const { table, columns, where = 'true', besides = 0 } = filling
  const rows = Math.ceil(filling.perPart * parts) + besides
  const known: Record<string, number> = counts(parts)
  const values = filling.values.replaceAll(/\{(\w+)\}/g, (text, name: string) => String(known[name] ?? text))
  let added = 0
  for (let from = 1; from <= rows; from += slice) {
    const inserted = await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${values} from generate_series(${from}::int, ${Math.min(rows, from + slice - 1)}::int) n where ${where}`,
    )
    added += inserted.rowCount ?? 0
  }
  return added
}

async function writeSearchDocuments(client: pg.ClientBase, parts: number, report: (line: string) => void): Promise<void> {
  const started = performance.now()
  for (let from = 1; from <= parts; from += indexedAtOnce) {
    await client.query(`select search_index('{course}', array(select generate_series($1::int, $2::int)))`, [
      from,
      Math.min(parts, from + indexedAtOnce - 1),
    ])
  }
  await client.query(
    `select search_index('{service,resource}', array(select id from utility_items)), search_index('{blog}', array(select id from blogs))`,
  )
  report(`search documents in ${seconds(started)} s`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

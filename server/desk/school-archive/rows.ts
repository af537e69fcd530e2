import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoteColumns, quoteTable } from '#server/platform/db/export.ts'
import type { SnapshotTable } from '#server/platform/db/snapshot.ts'
import type { CheckedRows } from './manifest.ts'

/** Values are written as any program reads them: times in UTC, bytes in hexadecimal digits, numbers with all of theirs. */
export const plainValues = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local statement_timeout = 0`

const newline = 10
/** Bytes of rows of one insert, so that memory stays flat. */
const insertBytes = 1024 * 1024

/** Yields the blocks of whole lines. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1
    if (end === 0) {
      rest.push(chunk)
      continue
    }
    yield Buffer.concat([...rest, chunk.subarray(0, end)])
    rest = end < chunk.length ? [chunk.subarray(end)] : []
  }
  if (rest.length > 0) yield Buffer.concat([...rest, Buffer.from('\n')])
}

/**
 * Yields a table as lines of JSON in the order of its key, in the caller's transaction. A value of `null` is none: PostgreSQL's own `null` and that
 * of JSON are not told apart.
 * @param checked gets what the import compares
 */
export async function* readRows(client: pg.Client, table: SnapshotTable, checked: CheckedRows): AsyncGenerator<Buffer, void> {
  // The signs of this CSV stand in no JSON, so each line is the JSON itself.
  const stream = client.query(
    copyTo(
      `copy (select row_to_json(r)::text from (select ${quoteColumns(table)} from ${quoteTable(table)} t order by ${await orderOf(client, table)}) r)
       to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`,
    ),
  )
  let sum = 0n
  for await (const lines of wholeLines(stream as AsyncIterable<Buffer>)) {
    for (let at = 0; at < lines.length; ) {
      const end = lines.indexOf(newline, at)
      sum += BigInt(`0x${createHash('md5').update(lines.subarray(at, end)).digest('hex').slice(0, 15)}`)
      checked.rows += 1
      at = end + 1
    }
    yield lines
  }
  checked.sum = String(sum)
}

/** SQL of the order of the key; of all columns without one. */
async function orderOf(client: pg.Client, table: SnapshotTable): Promise<string> {
  const { rows } = await client.query<{ columns: string | null }>(
    `select (select string_agg('t.' || quote_ident(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
       from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey)) as columns
     from pg_index i where i.indrelid = $1::regclass and i.indisprimary`,
    [quoteTable(table)],
  )
  return rows[0]?.columns ?? 't::text'
}

/** Counts and sums up the rows of a table as `readRows` does, in the caller's transaction. */
export async function checkRows(client: pg.Client, table: SnapshotTable): Promise<CheckedRows> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(('x' || left(md5(row_to_json(r)::text), 15))::bit(60)::bigint), 0)::text as sum
     from (select ${quoteColumns(table)} from ${quoteTable(table)}) r`,
  )
  return { rows: Number(rows[0]?.rows ?? 0), sum: rows[0]?.sum ?? '0' }
}

/** Inserts lines of JSON, in the caller's transaction. Columns that a line lacks become null. @throws Error of PostgreSQL */
export async function insertRows(client: pg.Client, table: SnapshotTable, lines: AsyncIterable<Buffer>): Promise<void> {
  const columns = quoteColumns(table)
  if (columns === '') return
  const insert = `insert into ${quoteTable(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${quoteTable(table)}, $1::json)`
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes === 0) return
    const text = Buffer.concat(waiting).toString().trimEnd().replaceAll('\n', ',')
    waiting = []
    bytes = 0
    await client.query(insert, [`[${text}]`])
  }
  for await (const block of wholeLines(lines)) {
    waiting.push(block)
    bytes += block.length
    if (bytes >= insertBytes) await flush()
  }
  await flush()
}

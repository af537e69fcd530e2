import type pg from 'pg'
import { quoteTable } from '#server/platform/db/export.ts'
import type { SnapshotTable } from '#server/platform/db/snapshot.ts'
import { declarations } from './left-out.ts'
import { dataFile, nameOf } from './manifest.ts'

interface Column {
  name: string
  type: string
  /** Of an array, its elements. */
  element: string | null
  /** Of an enum, its values. */
  values: string[] | null
  required: boolean
  comment: string | null
  /** Table and column that it refers to. */
  refers: string | null
}

const columnsOfTable = `
  select a.attname as name, format_type(coalesce(nullif(t.typelem, 0), t.oid), null) as type,
    case when t.typcategory = 'A' then format_type(t.typelem, null) end as element,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as values,
    a.attnotnull as required, col_description(a.attrelid, a.attnum) as comment,
    (select f.confrelid::regclass::text || '.' || k.attname from pg_constraint f
       join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
     where f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as refers
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1::regclass and a.attname = any ($2::text[]) order by a.attnum`

type Schema = Record<string, unknown>

/** How a type of PostgreSQL is written in a line. */
const types: Record<string, Schema> = {
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  numeric: { type: 'number' },
  real: { type: 'number' },
  'double precision': { type: 'number' },
  boolean: { type: 'boolean' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  uuid: { type: 'string', format: 'uuid' },
  bytea: { type: 'string', pattern: '^\\\\x[0-9a-f]*$', description: 'Bytes in hexadecimal digits after \\x.' },
}

function schemaOf({ type, element, values, required, comment, refers, name }: Column): Schema {
  // Any value of JSON.
  if (type === 'jsonb' || type === 'json') return described({}, [comment])
  const one = types[type] ?? { type: 'string' }
  const schema =
    element === null ? { ...one, ...(values && { enum: required ? values : [...values, null] }) } : { type: 'array', items: one }
  const words = [
    comment,
    name.endsWith('_paise') ? 'In paise: 100 are a rupee.' : null,
    refers === null ? null : `Refers to ${refers}.`,
    typeof one['description'] === 'string' ? one['description'] : null,
  ]
  return described({ ...schema, type: required ? schema.type : [schema.type, 'null'] }, words)
}

function described(schema: Schema, words: (string | null)[]): Schema {
  const text = words.filter((word) => word !== null).join(' ')
  return text === '' ? schema : { ...schema, description: text }
}

/** Returns a JSON Schema (2020-12) that has each table under `$defs`: what a row is, and each column. */
export async function describeTables(client: pg.Client, tables: readonly SnapshotTable[]): Promise<Schema> {
  const definitions: Record<string, Schema> = {}
  for (const table of tables) {
    const { rows } = await client.query<Column>(columnsOfTable, [quoteTable(table), table.columns])
    const holds = declarations.get(table.name)?.holds
    definitions[nameOf(table)] = {
      title: dataFile(table),
      ...(holds !== undefined && { description: `A line is one row. ${holds}.` }),
      type: 'object',
      properties: Object.fromEntries(rows.map((column) => [column.name, schemaOf(column)])),
      required: rows.map(({ name }) => name),
      additionalProperties: false,
    }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The data of the school',
    description: 'A line of data/NAME.jsonl is as $defs.NAME says.',
    $defs: definitions,
  }
}

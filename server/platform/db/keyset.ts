import { z } from 'zod'
import { countedRows } from '#contract/resource.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { one, plannedEachTime, type Queryable, rows, type Statement, statement } from './query.ts'

/** PostgreSQL type of a sort column, which must be not null. */
type SortType = 'text' | 'integer' | 'bigint' | 'numeric' | 'date' | 'timestamptz'
/** The type of a column of the sort's name, or an expression with its type. */
export type Sort = SortType | { type: SortType; sql: string }

interface Definition {
  /** Prefix of the statement names, which only messages show. */
  name: string
  /** Columns of a row, including `id`. */
  select: string
  from: string
  /** Filter condition with parameters numbered from $1. */
  where: string
  /** Number of parameters of `where`. */
  filters: number
  sorts: Record<string, Sort>
  /** SQL of the id; `id` unless several tables have one. */
  id?: string
}

interface Page<Row> {
  items: Row[]
  next_cursor: string | null
}

/** The rows of a list, counted up to a limit, because a count reads what it counts. */
export interface Total {
  total: number
  /** False when there are more. */
  total_is_exact: boolean
}

export const totalOf = (counted: number): Total => ({
  total: Math.min(counted, countedRows),
  total_is_exact: counted <= countedRows,
})

export interface Keyset<Row> {
  /** @param sort a name of `sorts`, with a minus for descending. @throws HttpError 400 for a cursor of another list */
  page(
    db: Queryable,
    asked: { sort: string; limit: number; cursor?: string | undefined; filters: readonly unknown[] },
  ): Promise<Page<Row>>
  /** Counts all rows, however long it takes. */
  count(db: Queryable, filters: readonly unknown[]): Promise<number>
  total(db: Queryable, filters: readonly unknown[]): Promise<Total>
}

/**
 * Returns a list with keyset pagination: a page begins after the last row of the previous one, so that inserted or deleted
 * rows do not repeat or hide others.
 */
export function keyset<Row extends { id: number }>(list: Definition): Keyset<Row> {
  const statements = new Map<string, Statement<Row & { sort_key: string }>>()
  // PostgreSQL chooses one plan for any filters after five runs if it looks as cheap, which the connection then has for good.
  const planned = <Result>(name: string, text: string) => plannedEachTime(statement<Result>(name, text))
  const key = list.id ?? 'id'
  for (const [by, given] of Object.entries(list.sorts)) {
    const { type, sql: column } = typeof given === 'string' ? { type: given, sql: by } : given
    for (const [sort, direction, compare] of [
      [by, 'asc', '>'],
      [`-${by}`, 'desc', '<'],
    ] as const) {
      const [limit, after, last] = [list.filters + 1, list.filters + 2, list.filters + 3]
      const base = `select ${list.select}, (${column})::text as sort_key from ${list.from} where (${list.where})`
      const order = `order by ${column} ${direction}, ${key} ${direction} limit $${limit}`
      const name = `${list.name}_by_${by}_${direction}`
      statements.set(sort, planned(name, `${base} ${order}`))
      const rest = `(${column}, ${key}) ${compare} ($${after}::text::${type}, $${last}::bigint)`
      statements.set(`${sort} after`, planned(`${name}_after`, `${base} and ${rest} ${order}`))
    }
  }
  const countRows = planned<{ total: number }>(
    `${list.name}_count`,
    `select count(*)::int as total from ${list.from} where (${list.where})`,
  )
  const countSomeRows = planned<{ total: number }>(
    `${list.name}_total`,
    `select count(*)::int as total from (select from ${list.from} where (${list.where}) limit ${countedRows + 1}) counted`,
  )
  return {
    async page(db, { sort, limit, cursor, filters }) {
      const by = list.sorts[sort.replace(/^-/, '')]
      const type = typeof by === 'object' ? by.type : by
      const after = cursor === undefined || type === undefined ? undefined : readCursor(cursor, sort, type)
      const query = statements.get(after ? `${sort} after` : sort)
      if (!query) throw invalid('This order is not known.', { sort: ['This order is not known.'] })
      // The extra row shows whether there is a next page.
      const found = await rows(db, query, [...filters, limit + 1, ...(after ? [after.key, after.id] : [])])
      const items = found.slice(0, limit)
      const last = items.at(-1)
      return { items, next_cursor: last && found.length > limit ? writeCursor(sort, last.sort_key, last.id) : null }
    },
    count: async (db, filters) => (await one(db, countRows, [...filters])).total,
    async total(db, filters) {
      return totalOf((await one(db, countSomeRows, [...filters])).total)
    },
  }
}

const keyOf: Record<SortType, z.ZodType<string>> = {
  text: z
    .string()
    .max(500)
    .refine((text) => text.isWellFormed() && !text.includes('\0')),
  integer: z
    .string()
    .regex(/^-?\d{1,10}$/)
    .refine((text) => Math.abs(Number(text)) <= 2 ** 31 - 1),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  numeric: z.string().regex(/^-?\d{1,18}(\.\d{1,400})?$/),
  date: z.iso.date(),
  // As PostgreSQL prints it in a session in UTC, or with another offset.
  timestamptz: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/)
    .refine((text) => !Number.isNaN(Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))),
}

function writeCursor(sort: string, key: string, id: number): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')
}

/** Parses a cursor from a client, so that only values that PostgreSQL can compare reach it. */
function readCursor(cursor: string, sort: string, type: SortType): { key: string; id: number } {
  const parts = z.tuple([z.literal(sort), keyOf[type], z.int().min(0)])
  try {
    const [, key, id] = parts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { key, id }
  } catch {
    throw invalid('This cursor is not valid.', { cursor: ['This cursor is not valid.'] })
  }
}

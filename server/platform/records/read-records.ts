import type { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import { containing } from '#server/platform/db/containing.ts'
import { keyset, type Sort } from '#server/platform/db/keyset.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { wholeAddress } from '#server/platform/db/whole-address.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { QueryOf, ReadOnlyResource, ReadVerbs } from '#server/platform/http/resource.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { equals, type Filter } from './filters.ts'

/** How the records of a resource are read. */
export interface Reading<C extends ReadOnlyResource, Row> {
  /** Prefix of the statement names. */
  name: string
  /** The table as `r`, joined with others that `select`, `search` and `filters` read. */
  from: string
  /** SQL of the fields of the record that are not a column of `r` of their name. `own` is that of `Reading.own`. */
  select?: { [field in keyof Row]?: string | ((own: string) => string) }
  /** SQL of the text in which `q` is searched. */
  search: string
  /** A trigram index has `folded(search)`, by which a large table is searched. `finds` must then use an index too. */
  searchIndexed?: true
  /** Another condition by which `q` finds a record, such as the id of a payment. */
  finds?: (value: string) => string
  /** The condition by which a whole address finds records, in place of the others. It must use an index. */
  findsAddress?: (value: string) => string
  filters: Record<string, Filter>
  /** Conditions of a list that does not use the filter of that name, such as to leave out what is over. */
  unfiltered?: Record<string, string>
  sorts: { [sort in C['sort'][number]]: Sort }
  /** Conditions that every list, count and export add, such as one kind of a shared table. */
  only?: string
  /** Which records a member of staff reads, where that differs from person to person. */
  own?: {
    /** @param own SQL of the value of `of`. `select` and `filters` get it too; it is null where all are read and written. */
    sql: (own: string) => string
    /** The id of a person whose permission reaches own records alone; null for those who have it for all. */
    of: (staff: Staff, permission: Permission) => number | null
    /** The permission to write, where somebody who reads all may write own ones alone. Then `select` gets who reads. */
    writes?: Permission
    /** The tables of own records. Default: `from`. */
    from?: string
    /** Nobody reads all records. */
    always?: true
  }
}

export interface ReadRecords<C extends ReadOnlyResource, Row> extends ReadVerbs<C, Row> {
  /** Counts all records, however many they are. */
  count(deps: Deps, staff: Staff, input: { filter: QueryOf<C> }): Promise<number>
  /**
   * @param reader required where records belong to persons
   * @param permission the one that has to reach the record. Default: that to read
   * @throws HttpError 404
   */
  find(db: Queryable, id: number, reader?: Staff, permission?: Permission): Promise<Row>
}

/** Returns list, counts and read of a resource whose record is one row of `r`, which has an `id`. */
export function readRecords<C extends ReadOnlyResource, Row extends z.output<C['record']> = z.output<C['record']>>(
  contract: C,
  definition: Reading<C, Row>,
): ReadRecords<C, Row> {
  const { name, from, own } = definition
  const only = definition.only === undefined ? 'true' : `(${definition.only})`
  const sqlOf: Partial<Record<string, string | ((own: string) => string)>> = definition.select ?? {}
  const selectOf = (owner: string) =>
    Object.keys(contract.record.shape)
      .map((field) => {
        const sql = sqlOf[field]
        return sql ? `${typeof sql === 'string' ? sql : sql(owner)} as ${field}` : `r.${field}`
      })
      .join(', ')
  const { findsAddress } = definition
  const filters = findsAddress ? { ...definition.filters, address: { type: 'text', sql: findsAddress } } : definition.filters
  const filterNames = Object.keys(filters)
  const conditionsOf = (owner: string) =>
    Object.entries(filters).map(([filter, given], index) => {
      const { type, sql } = typeof given === 'string' ? equals(given, `r.${filter}`) : given
      const value = `$${index + 2}::${type}`
      const without = definition.unfiltered?.[filter]
      return `(${value} is null${without ? ` and ${without}` : ''} or ${sql(value, owner)})`
    })
  const finds = definition.finds === undefined ? '' : ` or ${definition.finds('$1::text')}`
  const words = definition.searchIndexed
    ? `folded(${definition.search}) like ${containing('$1::text')}`
    : `position(folded($1) in folded(${definition.search})) > 0`
  const found = `($1::text is null or ${words}${finds})`
  /** @param isOwn the condition of own records; `all` where all are read, by somebody who writes own ones; none where nobody is asked for */
  const findOf = (statementName: string, tables: string, isOwn?: 'all' | ((owner: string) => string)) => {
    const ownerAt = (place: number) => (isOwn ? `$${place}::integer` : 'null::integer')
    const mine = (owner: string) => (isOwn && isOwn !== 'all' ? [`(${isOwn(owner)})`] : [])
    const [owner, ownerOfOne] = [ownerAt(filterNames.length + 2), ownerAt(2)]
    return {
      list: keyset<Row & { id: number }>({
        name: statementName,
        select: selectOf(owner),
        from: tables,
        where: [only, found, ...conditionsOf(owner), ...mine(owner)].join(' and '),
        filters: filterNames.length + (isOwn ? 2 : 1),
        sorts: definition.sorts,
        id: 'r.id',
      }),
      one: statement<Row & object>(
        `${statementName}_one`,
        `select ${selectOf(ownerOfOne)} from ${tables} where ${['r.id = $1', only, ...mine(ownerOfOne)].join(' and ')}`,
      ),
    }
  }
  // Those who read own records have statements of their own. An alternative to "reads all" in the condition would hide it from
  // the indexes. The value of `own` is their last parameter.
  const all = own?.always ? undefined : findOf(name, from)
  const ofPerson = own && findOf(own.always ? name : `${name}_of_person`, own.from ?? from, own.sql)
  const forWriter = own?.writes ? findOf(`${name}_for_writer`, from, 'all') : undefined
  const readingOf = (reader: Staff | undefined, permission: Permission = contract.permission.read) => {
    if (own && !reader) throw new Error(`${name} belong to persons, and nobody reads them`)
    const owner = own && reader ? own.of(reader, permission) : null
    const writer = own?.writes && reader && owner === null ? own.of(reader, own.writes) : null
    const found = owner !== null ? ofPerson : writer !== null ? forWriter : all
    if (!found) throw new Error(`${name} belong to persons, and nobody reads all`)
    return { ...found, owner: [owner ?? writer].filter((id) => id !== null) }
  }
  /** A count has nothing that a writer is asked for. */
  const countingOf = (reader: Staff) =>
    own?.of(reader, contract.permission.read) === null && all ? { ...all, owner: [] } : readingOf(reader)
  const parameters = (filter: Partial<Record<string, unknown>>, owner: readonly number[]) => {
    const address = findsAddress ? wholeAddress(filter['q']) : null
    const asked: typeof filter = address === null ? filter : { ...filter, q: null, address }
    return [asked['q'] ?? null, ...filterNames.map((filterName) => asked[filterName] ?? null), ...owner]
  }
  const find = async (db: Queryable, id: number, reader?: Staff, permission?: Permission): Promise<Row> => {
    const { one, owner } = readingOf(reader, permission)
    const record = await row(db, one, [id, ...owner])
    if (!record) throw notFound()
    return record
  }
  return {
    find,
    list: (deps, staff, { filter, page }) => {
      const { list, owner } = readingOf(staff)
      return list.page(deps.db, { ...page, filters: parameters(filter, owner) })
    },
    count: (deps, staff, { filter }) => {
      const { list, owner } = countingOf(staff)
      return list.count(deps.db, parameters(filter, owner))
    },
    total: (deps, staff, { filter }) => {
      const { list, owner } = countingOf(staff)
      return list.total(deps.db, parameters(filter, owner))
    },
    read: (deps, staff, { id }) => find(deps.db, id, staff),
  }
}

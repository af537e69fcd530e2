import type { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { one, type Queryable, row, type Statement, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import { type RecordOf, type Resource, type ResourceVerbs, type Target } from '#server/platform/http/resource.ts'
import { type Reading, type ReadRecords, readRecords } from './read-records.ts'

/** Fields of the input, any of which may be missing. A create has all of them. */
type ChangeOf<C extends Resource> = Partial<z.output<C['input']>>

interface Definition<C extends Resource> extends Omit<Reading<C, RecordOf<C>>, 'from'> {
  table: string
  /** The table as `r`, joined with others that `select`, `search` and `filters` read. Default: the table alone. */
  from?: string
  /** Columns that staff write. */
  writes: readonly string[]
  /** The columns of a body. Default: its fields, which then have the names of columns. */
  columnsOf?: (body: ChangeOf<C>) => Record<string, unknown>
  /** Values of columns of a new row that staff do not write, such as a state, which verbs change. */
  fixed?: Record<string, unknown>
  /** Locks what the columns refer to without a foreign key, in the transaction that writes them. @throws HttpError when it is gone */
  locks?: (tx: Queryable, columns: Record<string, unknown>) => Promise<void>
  /** Answers by the name of the violated constraint. */
  conflicts?: Record<string, { code: string; field?: string; message: string }>
}

export interface StaffRecords<C extends Resource>
  extends Omit<ResourceVerbs<C>, 'actions'>,
    Pick<ReadRecords<C, RecordOf<C>>, 'count'> {
  /** @param reader required where records belong to persons. @throws HttpError 404 */
  find(db: Queryable, id: number, reader?: Staff, permission?: Permission): Promise<RecordOf<C>>
  /**
   * Changes columns in an open transaction of staff, for verbs that change more than the record.
   * @param writer required where records belong to persons
   * @throws HttpError 404 or 409; StaleVersion
   */
  update(tx: Queryable, target: Target, columns: Record<string, unknown>, writer?: Staff): Promise<RecordOf<C>>
  /** Inserts a record in an open transaction of staff. @throws HttpError 409 */
  add(tx: Queryable, staff: Staff, body: z.output<C['input']>): Promise<RecordOf<C>>
  /** Returns a verb that sets columns, such as a state. */
  setting(columns: Record<string, unknown>): (deps: Deps, staff: Staff, input: Target) => Promise<RecordOf<C>>
}

/**
 * Returns the verbs of a resource whose record is one row of a table with `id` and `version`. Rows are written with
 * `jsonb_populate_record`, so a change leaves out the columns that it does not name.
 */
export function staffRecords<C extends Resource>(contract: C, definition: Definition<C>): StaffRecords<C> {
  type Row = RecordOf<C> & { id: number }
  const { name, table, from = `${table} r`, writes, fixed = {}, columnsOf = (body) => body, locks = async () => {} } = definition
  const only = definition.only === undefined ? 'true' : `(${definition.only})`
  const { find, ...reads } = readRecords<C, Row>(contract, { ...definition, from })
  // Verbs change the fixed columns, such as a state.
  const columns = [...writes, ...Object.keys(fixed)]
  const [names, values] = [columns.join(', '), columns.map((column) => `n.${column}`).join(', ')]
  const insert: Statement<{ id: number }> = statement(
    `${name}_insert`,
    `insert into ${table} (${names}) select ${values} from jsonb_populate_record(null::${table}, $1::jsonb) n returning id`,
  )
  // `n` is the row itself with the given columns replaced.
  const update: Statement<{ id: number }> = statement(
    `${name}_update`,
    `update ${table} r set (${names}) = (select ${values} from jsonb_populate_record(r, $3::jsonb) n)
     where r.id = $1 and r.version = any ($2::integer[]) and ${only} returning r.id`,
  )

  const asConflict = (error: unknown): never => {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
    const known = definition.conflicts?.[constraint]
    if (!known) throw error
    throw conflict(known.code, known.message, known.field === undefined ? undefined : { [known.field]: [known.message] })
  }
  const change = async (
    tx: Queryable,
    { id, versions }: Target,
    given: Record<string, unknown>,
    writer?: Staff,
  ): Promise<Row> => {
    // Who may not write a record gets no refusal that comes of its state.
    if (definition.own) await find(tx, id, writer, contract.permission.write)
    await locks(tx, given)
    const changed = await row(tx, update, [id, versions, JSON.stringify(given)]).catch(asConflict)
    const record = await find(tx, id, writer)
    if (!changed) throw new StaleVersion(record)
    return record
  }
  const add = async (tx: Queryable, staff: Staff, body: ChangeOf<C>): Promise<Row> => {
    const given = { ...columnsOf(body), ...fixed }
    await locks(tx, given)
    const made = await one(tx, insert, [JSON.stringify(given)]).catch(asConflict)
    return find(tx, made.id, staff)
  }
  return {
    find,
    add,
    update: change,
    setting: (given) => (deps, staff, input) => staffTransaction(deps, staff, (tx) => change(tx, input, given, staff)),
    ...reads,
    create: (deps, staff, { body }) => staffTransaction(deps, staff, (tx) => add(tx, staff, body as ChangeOf<C>)),
    change: (deps, staff, { body, ...target }) =>
      staffTransaction(deps, staff, (tx) => change(tx, target, columnsOf(body as ChangeOf<C>), staff)),
  }
}

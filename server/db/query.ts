import type pg from 'pg'
import { isSilent } from './connect.ts'

/** A pool, or the client of an open transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A statement PostgreSQL plans once per connection under its name. `Row` is what its columns come as. */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** Only carries the type. */
  readonly row?: Row
}

export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text }
}

export async function rows<Row>(db: Queryable, query: Statement<Row>, values: unknown[] = []): Promise<Row[]> {
  const result = await db.query({ name: query.name, text: query.text, values })
  // The one place where a column list meets its declared type; every statement runs in the tests.
  return result.rows as Row[]
}

export async function row<Row>(db: Queryable, query: Statement<Row>, values: unknown[] = []): Promise<Row | undefined> {
  return (await rows(db, query, values))[0]
}

/** For statements that always return a row, such as an insert with `returning`. */
export async function one<Row>(db: Queryable, query: Statement<Row>, values: unknown[] = []): Promise<Row> {
  const found = await row(db, query, values)
  if (found === undefined) throw new Error(`${query.name} returned no row`)
  return found
}

/** Commits what `work` did, or nothing of it when it throws. */
export async function transaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    const { command } = await client.query('commit')
    // PostgreSQL's answer when a statement failed and `work` went on as if it hadn't.
    if (command === 'ROLLBACK') throw new Error('a statement failed unnoticed; nothing was committed')
    return result
  } catch (error) {
    // Over a silent connection a rollback would wait as long again; the server ends the transaction with the connection.
    if (isSilent(error)) broken = error
    else {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

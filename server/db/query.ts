import type pg from 'pg'
import { unavailable } from '../errors.ts'
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
  const run = () => db.query({ name: query.name, text: query.text, values })
  // Within a transaction only the whole of it can be tried again.
  const result = await (open.has(db) ? run() : retryable(run))
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

/** Clients whose transaction is open. */
const open = new WeakSet<Queryable>()

/** Tries after the first one. */
const moreTries = 3
/** Serialization failure and deadlock: PostgreSQL took everything back, and the same work may succeed now. */
const isConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/** @throws HttpError 503 when PostgreSQL took the work back each time */
async function retryable<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (tries >= moreTries) {
        throw Object.assign(unavailable('We are very busy right now. Please try again in a few seconds.', 2), { cause: error })
      }
    }
    // Those who met once must not meet again.
    await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** tries * (1 + Math.random())))
  }
}

/**
 * Commits what `work` did, or nothing of it when it throws. A deadlock or serialization failure runs `work` again, up to
 * three times: it must do nothing outside the transaction that can't be done twice.
 */
export async function transaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return retryable(() => runOnce(pool, work))
}

async function runOnce<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    open.add(client)
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
    open.delete(client)
    client.release(broken)
  }
}

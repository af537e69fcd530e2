import type pg from 'pg'
import { unavailable } from '../errors.ts'
import { isSilent } from './connect.ts'

/** A pool, or the client of an open transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A statement that PostgreSQL prepares once per connection under its name. `Row` is the type of its rows. */
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
  // Inside a transaction only the whole transaction can be retried.
  const result = await (open.has(db) ? run() : retryable(run))
  // The only cast from columns to the declared type. The tests run every statement.
  return result.rows as Row[]
}

export async function row<Row>(db: Queryable, query: Statement<Row>, values: unknown[] = []): Promise<Row | undefined> {
  return (await rows(db, query, values))[0]
}

/** Returns the row of a statement that always returns one, such as an insert with `returning`. */
export async function one<Row>(db: Queryable, query: Statement<Row>, values: unknown[] = []): Promise<Row> {
  const found = await row(db, query, values)
  if (found === undefined) throw new Error(`${query.name} returned no row`)
  return found
}

/** Clients with an open transaction. */
const open = new WeakSet<Queryable>()

/** Retries after the first attempt. */
const maxRetries = 3
/** Serialization failure or deadlock: PostgreSQL rolled back, and a retry may succeed. */
const isConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

/** @throws HttpError 503 when every attempt was rolled back */
async function retryable<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (tries >= maxRetries) {
        throw Object.assign(unavailable('We are very busy right now. Please try again in a few seconds.', 2), { cause: error })
      }
    }
    // The random wait keeps conflicting callers from meeting again.
    await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** tries * (1 + Math.random())))
  }
}

/**
 * Runs `work` in a transaction, which commits unless `work` throws. A deadlock or serialization failure is retried up to
 * three times, so effects of `work` outside the transaction must be repeatable.
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
    // PostgreSQL's answer when a statement failed and `work` ignored the error.
    if (command === 'ROLLBACK') throw new Error('a statement failed unnoticed; nothing was committed')
    return result
  } catch (error) {
    // On a silent connection a rollback would time out again. The server ends the transaction with the connection.
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

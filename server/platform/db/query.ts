import type pg from 'pg'
import { unavailable } from '#server/platform/errors/errors.ts'
import { type Answer, BatchError, type Command, sendBatch } from './batch.ts'
import { isSilent } from './connect.ts'

/** A pool, or an open transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    config: pg.QueryConfig | string,
    values?: unknown[],
  ): Promise<{ rows: Row[] }>
}

/** A statement, which PostgreSQL prepares once per connection under its name. `Row` is the type of its rows. */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** Planned for its values at each run. A plan for any values would read whole tables for a filter that is not asked for. */
  readonly isPlannedEachTime?: boolean
  /** Only carries the type. */
  readonly row?: Row
}

export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text }
}

/** For statements whose filters are mostly not set. */
export const plannedEachTime = <Row>(query: Statement<Row>): Statement<Row> => ({ ...query, isPlannedEachTime: true })

export async function rows<Row>(db: Queryable, query: Statement<Row>, values: unknown[] = []): Promise<Row[]> {
  const { name, text, isPlannedEachTime } = query
  const run = () => db.query(isPlannedEachTime ? { text, values } : { name, text, values })
  // Inside a transaction only the whole transaction can be retried.
  const result = await (db instanceof Transaction ? run() : retryable(run))
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
  const tx = new Transaction(client)
  let broken: Error | undefined
  try {
    const result = await work(tx)
    await tx.commit()
    return result
  } catch (error) {
    // On a silent connection a rollback would time out again. The server ends the transaction with the connection.
    if (isSilent(error)) broken = error
    else {
      await tx.rollback().catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Sends a statement whose result nobody needs together with the next one of the transaction, or with its commit. A failure
 * rejects that one.
 */
export function sendLater(tx: Queryable, query: Statement<unknown>, values: unknown[] = []): void {
  if (!(tx instanceof Transaction)) throw new Error(`${query.name} is not in a transaction, so nothing is sent later`)
  tx.sendLater({ name: query.name, text: query.text, values })
}

/** Whether statements can wait for the next one, as `sendLater` has them wait. */
export const isTransaction = (db: Queryable): boolean => db instanceof Transaction

/** Sends the last statement of a transaction together with its commit. Nothing may follow in the transaction. */
export async function sendWithCommit<Row>(tx: Queryable, query: Statement<Row>, values: unknown[] = []): Promise<Row[]> {
  if (!(tx instanceof Transaction)) throw new Error(`${query.name} is not in a transaction, so it has no commit`)
  // The cast as in `rows`.
  return (await tx.commit({ name: query.name, text: query.text, values })) as Row[]
}

interface Waiting {
  command: Command
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

const beginning: Command = { name: 'begin', text: 'begin', values: [] }
const ending: Command = { name: 'commit', text: 'commit', values: [] }
const ignore = () => undefined

/**
 * An open transaction. Statements that are asked for at once share a round trip. `begin` goes with the first ones and `commit`
 * with the last ones. After a failure PostgreSQL runs nothing else of the transaction.
 */
class Transaction implements Queryable {
  readonly #client: pg.PoolClient
  #state: 'new' | 'open' | 'ended' = 'new'
  #waiting: Waiting[] = []
  /** Somebody awaits one of those that wait. */
  #isAwaited = false
  /** The round trip under way. It never rejects. */
  #sending: Promise<void> | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** A statement without a name has a round trip of its own. */
  async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig | string, given: unknown[] = []): Promise<{ rows: Row[] }> {
    const { name, text, values = given } = typeof config === 'string' ? { name: undefined, text: config } : config
    try {
      // The cast as in `rows`.
      if (name !== undefined) return { rows: (await this.#ask({ name, text, values })).rows as Row[] }
      this.#assertOpen(text)
      this.#isAwaited = true
      await this.#flush()
      if (this.#state === 'new') await this.#send([])
      return await this.#client.query(text, values)
    } catch (error) {
      // As the driver does: the stack names the caller instead of the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  sendLater(command: Command): void {
    this.#add({ command, resolve: ignore, reject: ignore })
  }

  /** Commits what waits, with the last statement if there is one, and returns its rows. */
  async commit(last?: Command): Promise<Record<string, unknown>[]> {
    await this.#sending
    if (this.#state === 'ended') return []
    if (this.#state === 'new' && this.#waiting.length === 0 && !last) {
      this.#state = 'ended'
      return []
    }
    let found: Record<string, unknown>[] = []
    if (last) this.#add({ command: last, resolve: ({ rows: answered }) => void (found = answered), reject: ignore })
    const answer = await this.#send([ending])
    this.#state = 'ended'
    // PostgreSQL's answer when a statement failed and `work` ignored the error.
    if (answer?.command === 'ROLLBACK') throw new Error('a statement failed unnoticed; nothing was committed')
    return found
  }

  async rollback(): Promise<void> {
    await this.#sending
    const isOpen = this.#state === 'open'
    this.#state = 'ended'
    for (const { command, reject } of this.#waiting.splice(0)) reject(new Error(`${command.name} was not sent: rolled back`))
    if (isOpen) await this.#client.query('rollback')
  }

  #ask(command: Command): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#add({ command, resolve, reject })
      if (this.#isAwaited) return
      this.#isAwaited = true
      // Those that are asked for in the same turn go along.
      queueMicrotask(() => void this.#flush().catch(ignore))
    })
  }

  #add(waiting: Waiting): void {
    this.#assertOpen(waiting.command.name)
    this.#waiting.push(waiting)
  }

  #assertOpen(text: string): void {
    if (this.#state === 'ended') throw new Error(`the transaction has ended before: ${text}`)
  }

  async #flush(): Promise<void> {
    while (this.#sending) await this.#sending
    if (this.#isAwaited) await this.#send([])
  }

  /** Sends what waits, then `after`. Returns the last answer. */
  async #send(after: readonly Command[]): Promise<Answer | undefined> {
    const before = this.#state === 'new' ? [beginning] : []
    const waiting = this.#waiting.splice(0)
    this.#isAwaited = false
    this.#state = 'open'
    const { promise, resolve: end } = Promise.withResolvers<void>()
    this.#sending = promise
    try {
      const answers = await sendBatch(this.#client, [...before, ...waiting.map(({ command }) => command), ...after])
      for (const [index, { resolve }] of waiting.entries()) resolve(answers[before.length + index] ?? nothing)
      return answers.at(-1)
    } catch (error) {
      const answers = error instanceof BatchError ? error.answers : []
      const failure = asError(error instanceof BatchError ? error.cause : error)
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const answer = answers[before.length + index]
        if (answer) resolve(answer)
        else reject(failure)
      }
      throw failure
    } finally {
      this.#sending = undefined
      end()
    }
  }
}

const nothing: Answer = { command: '', rows: [] }
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

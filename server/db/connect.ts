import pg from 'pg'
import { parse } from 'postgres-array'

declare module 'pg' {
  interface QueryConfig {
    /** Milliseconds, in place of the connection's own; the driver reads it, its types do not know it. */
    query_timeout?: number
  }
}

export type ConnectLog = { warn(details: object, message: string): void }

const CONNECT_MILLISECONDS = 5_000
const STATEMENT_MILLISECONDS = 10_000
/**
 * How long this side waits for an answer. Longer than the server may take for a statement, so that only a connection that
 * has gone silent (a failover, a dropped NAT entry, a hung pooler) gets this far.
 */
const SILENCE_MILLISECONDS = 12_000
const KEEP_ALIVE_MILLISECONDS = 10_000
const LOCK_MILLISECONDS = 5_000
const IDLE_TRANSACTION_MILLISECONDS = 30_000
const IDLE_CONNECTION_MILLISECONDS = 30_000

const { builtins, getTypeParser } = pg.types
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231

/** What every connection of ours goes by, those of the job queue and of listeners too. */
export const connectionSettings = {
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  connectionTimeoutMillis: CONNECT_MILLISECONDS,
  query_timeout: SILENCE_MILLISECONDS,
} as const

export interface ConnectOptions {
  max: number
  log: ConnectLog
  /** In whose name every transaction of the pool runs that names nobody else. The application's own pool names nobody. */
  actor?: 'operator' | 'system'
}

/**
 * A pool whose lost connections never end the process: the query in flight rejects, the next one gets a new connection.
 * When one connection goes silent, the idle ones are given up with it.
 * int8 and numeric arrive as numbers (a whole number beyond 2^53 rejects), date as `YYYY-MM-DD`, timestamps as Date.
 */
export function connect(connectionString: string, options: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    application_name: 'karyashala',
    ...connectionSettings,
    idleTimeoutMillis: IDLE_CONNECTION_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    lock_timeout: LOCK_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MILLISECONDS,
    options: `-c timezone=UTC${options.actor ? ` -c app.actor_kind=${options.actor}` : ''}`,
    types: { getTypeParser: chooseParser },
  })
  pool.on('connect', (client) => {
    // The pool listens to idle clients alone: without this, losing a checked-out one would end the process.
    client.on('error', () => {})
    // One loss may be told twice: by the server's last message and by the closed socket.
    client.once('error', (error) => options.log.warn({ err: error }, 'A database connection was lost'))
  })
  // What an idle client lost was logged by the listener above.
  pool.on('error', () => {})
  pool.on('release', (error) => {
    if (isSilent(error)) void dropIdleConnections(pool, options.log)
  })
  return pool
}

/** Whether a query got no answer in time, because its connection leads nowhere any more. */
export function isSilent(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** What silenced one connection most likely silenced those opened before it: none of them is tried by a request. */
async function dropIdleConnections(pool: pg.Pool, log: ConnectLog): Promise<void> {
  const idle = pool.idleCount
  log.warn({ idle }, 'A database connection went silent; idle connections are replaced')
  // Taking an idle client out of the pool sends nothing over its connection.
  const clients = await Promise.allSettled(Array.from({ length: idle }, () => pool.connect()))
  for (const client of clients) if (client.status === 'fulfilled') client.value.release(true)
}

const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: readNumber,
  [builtins.NUMERIC]: readNumber,
  [builtins.DATE]: String,
  [INT8_ARRAY]: (text) => parse(text, readNumber),
  [NUMERIC_ARRAY]: (text) => parse(text, readNumber),
  [DATE_ARRAY]: (text) => parse(text, String),
}

const chooseParser: typeof getTypeParser = (oid, format) => (format !== 'binary' && PARSERS[oid]) || getTypeParser(oid, format)

function readNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`The number ${text} from the database is too large to be exact`)
  return value
}

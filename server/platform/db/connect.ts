import pg from 'pg'
import { parse } from 'postgres-array'

declare module 'pg' {
  interface QueryConfig {
    /** Milliseconds that override the connection's timeout. The driver reads it, but its types lack it. */
    query_timeout?: number
  }
}

type ConnectLog = { warn(details: object, message: string): void }

const connectTimeoutMs = 5_000
const statementTimeoutMs = 10_000
/**
 * Client-side timeout of a query. Exceeds the server's statement timeout, so that only a silent connection (a failover, a
 * dropped NAT entry, a hung pooler) reaches it.
 */
const answerTimeoutMs = 12_000
const keepAliveMs = 10_000
const lockTimeoutMs = 5_000
const idleTransactionMs = 30_000
const idleConnectionMs = 30_000

const { builtins, getTypeParser } = pg.types
const int8Array = 1016
const dateArray = 1182
const numericArray = 1231

/** Settings of every connection, including the job queue and the change listener. */
export const connectionSettings = {
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
  connectionTimeoutMillis: connectTimeoutMs,
  query_timeout: answerTimeoutMs,
} as const

export interface ConnectOptions {
  max: number
  log: ConnectLog
  /** Default actor of the pool's transactions. The application's pool has none. */
  actor?: 'operator' | 'system'
}

/**
 * Opens a pool. A lost connection rejects its query and is replaced. When a connection goes silent, the idle ones are
 * replaced too. Reads int8 and numeric as numbers (an integer beyond 2^53 rejects), date as `YYYY-MM-DD`, timestamps as Date.
 */
export function connect(connectionString: string, options: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    application_name: 'karyashala',
    // Statements of a transaction that are sent at once (`batch.ts`) take one round trip.
    pipeline: true,
    ...connectionSettings,
    idleTimeoutMillis: idleConnectionMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    options: `-c timezone=UTC${options.actor ? ` -c app.actor_kind=${options.actor}` : ''}`,
    types: { getTypeParser: chooseParser },
  })
  pool.on('connect', (client) => {
    // The pool listens to idle clients only. Without a listener, an error of a checked-out one would end the process.
    client.on('error', () => {})
    // One loss may raise two errors: the server's last message and the closed socket.
    client.once('error', (error) => options.log.warn({ err: error }, 'A database connection was lost'))
  })
  // The listener above has logged the error of an idle client.
  pool.on('error', () => {})
  pool.on('release', (error) => {
    if (isSilent(error)) void dropIdleConnections(pool, options.log)
  })
  return pool
}

/** Whether a query timed out because its connection is silent. */
export function isSilent(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Replaces idle connections, because the cause of one silent connection most likely affects them too. */
async function dropIdleConnections(pool: pg.Pool, log: ConnectLog): Promise<void> {
  const idle = pool.idleCount
  log.warn({ idle }, 'A database connection went silent; idle connections are replaced')
  // Checking out an idle client sends nothing over its connection.
  const clients = await Promise.allSettled(Array.from({ length: idle }, () => pool.connect()))
  for (const client of clients) if (client.status === 'fulfilled') client.value.release(true)
}

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: readNumber,
  [builtins.NUMERIC]: readNumber,
  [builtins.DATE]: String,
  [int8Array]: (text) => parse(text, readNumber),
  [numericArray]: (text) => parse(text, readNumber),
  [dateArray]: (text) => parse(text, String),
}

const chooseParser: typeof getTypeParser = (oid, format) => (format !== 'binary' && parsers[oid]) || getTypeParser(oid, format)

function readNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`The number ${text} from the database is too large to be exact`)
  return value
}

import pg from 'pg'
import { parse } from 'postgres-array'

export type ConnectLog = { warn(details: object, message: string): void }

const CONNECT_MILLISECONDS = 5_000
const STATEMENT_MILLISECONDS = 15_000
const LOCK_MILLISECONDS = 5_000
const IDLE_TRANSACTION_MILLISECONDS = 30_000
const IDLE_CONNECTION_MILLISECONDS = 30_000

const { builtins, getTypeParser } = pg.types
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231

/**
 * A pool whose lost connections never end the process: the query in flight rejects, the next one gets a new connection.
 * int8 and numeric arrive as numbers (a whole number beyond 2^53 rejects), date as `YYYY-MM-DD`, timestamps as Date.
 */
export function connect(connectionString: string, options: { max: number; log: ConnectLog }): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    application_name: 'karyashala',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    idleTimeoutMillis: IDLE_CONNECTION_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    lock_timeout: LOCK_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MILLISECONDS,
    options: '-c timezone=UTC',
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
  return pool
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

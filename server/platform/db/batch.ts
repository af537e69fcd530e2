import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** A statement with a name, which PostgreSQL prepares once per connection. */
export interface Command {
  name: string
  text: string
  values: readonly unknown[]
}

/** The answer to a command. */
export interface Answer {
  command: string
  rows: Record<string, unknown>[]
}

/** A command failed. Those before it have answers. */
export class BatchError extends Error {
  readonly answers: readonly Answer[]
  constructor(cause: Error, answers: readonly Answer[]) {
    super(cause.message, { cause })
    this.answers = answers
  }
}

/**
 * Sends the commands of one transaction at once and returns when all are answered. After a failure PostgreSQL runs nothing else of the
 * transaction, and a `commit` among the commands rolls it back.
 * @throws BatchError for the first that fails
 */
export async function sendBatch(
  client: Pick<pg.PoolClient, 'query' | 'connection'>,
  commands: readonly Command[],
): Promise<readonly Answer[]> {
  // Before anything is sent, because only a failure at PostgreSQL ends the transaction.
  const written = commands.map(({ name, text, values }) => ({ name, text, values: values.map(write) }))
  // The connection has `pipeline`, so a command does not wait for the answer to the one before.
  const settled = await Promise.allSettled(
    inOneWrite(client.connection.stream, () => written.map((command) => client.query<Record<string, unknown>>(command))),
  )
  const answers: Answer[] = []
  for (const each of settled) {
    if (each.status === 'rejected') throw new BatchError(asError(each.reason), answers)
    answers.push({ command: each.value.command, rows: each.value.rows })
  }
  return answers
}

/** The driver writes each command by itself. Every write is a call of the kernel, which wakes PostgreSQL up. */
function inOneWrite<Sent>(stream: Duplex, send: () => Sent): Sent {
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/**
 * Writes an object as JSON, as the driver does.
 * @throws TypeError for a value that cannot be written
 */
function write(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value
  const json = JSON.stringify(value)
  // The driver writes an array as one of PostgreSQL.
  return Array.isArray(value) ? value : json
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

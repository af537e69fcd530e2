import pg from 'pg'
import { LaunchError } from '#postgres/launch-error.ts'

const connectTimeoutMs = 5_000

/**
 * Checks that the configured database answers.
 * @throws LaunchError with the reason, without the password
 */
export async function checkDatabase(connectionString: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(connectionString) || !URL.canParse(connectionString)) {
    throw new LaunchError(
      'DATABASE_URL is no PostgreSQL address: it should read like postgres://user:password@host:5432/database',
    )
  }
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    // A host name with several addresses gives an AggregateError.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    const reason = first instanceof Error ? first.message : String(first)
    throw new LaunchError(
      `The database of DATABASE_URL (${client.host}:${client.port}/${client.database ?? ''}) cannot be reached: ${reason}. Start it, correct DATABASE_URL, or leave it away to use the built-in one.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

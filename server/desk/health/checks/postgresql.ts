import { one, statement } from '#server/platform/db/query.ts'
import type { Check, Finding } from '../define-check.ts'

export interface PostgresSettings {
  version: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  jit: string
  random_page_cost: number
  connections: number
  max_connections: number
}

const settingsOfPostgres = statement<PostgresSettings>(
  'settings_of_postgres',
  `select current_setting('server_version') as version, current_setting('fsync') as fsync,
     current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
     current_setting('jit') as jit, current_setting('random_page_cost')::float8 as random_page_cost,
     (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
     current_setting('max_connections')::int as max_connections`,
)

/** The share of the connections from which on a busy hour may use all. */
const mostConnections = 0.8

export const postgresql: Check = {
  name: 'postgresql',
  title: 'PostgreSQL',
  find: async ({ db }) => judgeSettings(await one(db, settingsOfPostgres)),
}

/** Says what of the settings loses data or time. What loses data comes first. */
export function judgeSettings(settings: PostgresSettings): Finding {
  const { version, connections, max_connections: most } = settings
  const unsafe = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).find((name) => settings[name] === 'off')
  const advice =
    unsafe !== undefined
      ? `Set ${unsafe} = on in PostgreSQL: without it a power cut can lose payments.`
      : connections > most * mostConnections
        ? `Raise max_connections above ${most}, or run fewer processes: when all are used, visitors read an error.`
        : settings.jit === 'on'
          ? 'Set jit = off in PostgreSQL: the statements are short, and compiling them costs more than it saves.'
          : settings.random_page_cost > 2
            ? 'Set random_page_cost = 1.1 in PostgreSQL, unless its disk is a spinning one.'
            : undefined
  return {
    ok: advice === undefined,
    figure: `${version}, ${connections} of ${most} connections`,
    ...(advice !== undefined && { advice }),
  }
}

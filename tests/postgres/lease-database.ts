import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { connect } from '#server/platform/db/connect.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createDatabase } from './database.ts'

/** A database of one test, equal to the template, with open connections. */
export interface TestDatabase {
  url: string
  /** The application's pool. */
  appPool: pg.Pool
  /** The test's own pool, which acts as the system. */
  testPool: pg.Pool
  jobs: Jobs
  /** Ends the test's use of the database. */
  release(): Promise<void>
}

type WriteLine = (line: string) => void

interface Database extends Omit<TestDatabase, 'release'> {
  drop(): Promise<void>
  leases: number
  /** Writes the log lines of pools and queue, to the test that leases the database. */
  log: { write: WriteLine }
  /** Whether a test replaced a function of a pool, or ended the pool. */
  hasChangedPool(): boolean
}

/** A database is dropped after so many leases, because deleted rows stay in its files. */
const leasesPerDatabase = 40
const free: Database[] = []
/** The statement that empties a database. It is the same for all, because they are copies of one template. */
let emptying = ''

/** Catalogues of the schema. A change of a row gives it another `xmin`. */
const catalogues = {
  pg_attrdef: 'true',
  pg_attribute: 'attrelid >= 16384',
  pg_constraint: 'true',
  pg_index: 'indexrelid >= 16384',
  pg_namespace: 'true',
  pg_policy: 'true',
  pg_proc: 'oid >= 16384',
  pg_rewrite: 'oid >= 16384',
  pg_sequence: 'true',
  pg_trigger: 'true',
  pg_type: 'oid >= 16384',
}

/** Differs after a change of the schema. Of `pg_class` only these columns count, because the others change with the rows. */
const schemaFingerprint = `concat_ws(' ',
  (select sum(hashtextextended(concat_ws(' ', oid, relname, relnamespace, relowner, relkind, relacl, reloptions, relrowsecurity), 0))
   from pg_class where oid >= 16384),
  ${Object.entries(catalogues)
    .map(([name, condition]) => `(select sum(xmin::text::bigint) from ${name} where ${condition})`)
    .join(',\n  ')})`

const tablesWithRows = `
  select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and pg_relation_size(oid) > 0`

/** Writes the statement that gives a database the rows and sequences of the template. It deletes, because `truncate` ends plans. */
async function writeEmptying(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(tablesWithRows)
  const restored: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ columns: string; content: string | null }>(
      `select (select string_agg(quote_ident(attname), ', ') from pg_attribute
               where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns,
              (select quote_literal(json_agg(t)::text) from ${name} t) as content`,
      [name],
    )
    const { columns, content } = rows[0] ?? {}
    if (content) {
      restored.push(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${name}, ${content})`,
      )
    }
  }
  const { rows: sequences } = await pool.query<{ sql: string }>(
    `select format('perform setval(%L, %s, %L)', s.seqrelid::regclass, d.last_value, d.is_called) as sql
     from pg_sequence s, pg_get_sequence_data(s.seqrelid) d where (d.last_value, d.is_called) <> (s.seqstart, false)`,
  )
  const { rows: fingerprint } = await pool.query<{ value: string }>(`select ${schemaFingerprint} as value`)
  return `do $emptying$
    declare
      dirty regclass;
      moved record;
    begin
      if ${schemaFingerprint} <> '${fingerprint[0]?.value}' then raise exception 'The schema was changed.'; end if;
      set local session_replication_role = replica;
      for dirty in ${tablesWithRows} loop execute format('delete from %s', dirty); end loop;
      for moved in select * from pg_sequences where last_value is not null loop
        perform setval(format('%I.%I', moved.schemaname, moved.sequencename), moved.start_value, false);
      end loop;
      ${[...restored, ...sequences.map(({ sql }) => sql)].map((sql) => `${sql};`).join('\n')}
    end $emptying$`
}

/**
 * Leases a database. `release` empties it for the next test, or drops it when the test changed its schema, replaced a function of
 * a pool or left a connection in use. Without this, new databases and connections are half of a test's time: a connection reads
 * the catalogue and plans every statement once.
 * @param write gets the log lines of pools and queue
 */
export async function leaseDatabase(write: WriteLine): Promise<TestDatabase> {
  const database = free.pop() ?? (await create())
  database.leases += 1
  database.log.write = write
  const { url, appPool, testPool } = database
  return {
    url,
    appPool,
    testPool,
    // A copy, because tests replace functions of it.
    jobs: { ...database.jobs },
    async release() {
      if (await empty(database)) free.push(database)
      else await discard(database)
    },
  }
}

async function create(): Promise<Database> {
  const { url, drop } = await createDatabase()
  const output: Database['log'] = { write: () => undefined }
  const log = createLog({ write: (line: string) => output.write(line) })
  const appPool = connect(url, { max: 10, log })
  const testPool = connect(url, { max: 4, log, actor: 'system' })
  // A copy of the template is already migrated.
  const jobs = await startJobs({ connectionString: url, log, background: false })
  emptying ||= await writeEmptying(testPool)
  const pools = [appPool, testPool]
  const functionsOf = (pool: pg.Pool) => Object.entries(pool).filter(([, value]) => typeof value === 'function')
  const before = pools.map(functionsOf)
  const hasChangedPool = () => pools.some(({ ending }) => ending) || !isDeepStrictEqual(pools.map(functionsOf), before)
  return { url, appPool, testPool, jobs, drop, leases: 0, log: output, hasChangedPool }
}

/** Returns whether the database is equal to the template again. */
async function empty({ appPool, testPool, leases, hasChangedPool }: Database): Promise<boolean> {
  const isInUse = [appPool, testPool].some((pool) => pool.totalCount !== pool.idleCount)
  if (isInUse || hasChangedPool() || leases >= leasesPerDatabase) return false
  try {
    await testPool.query(emptying)
    return true
  } catch {
    return false
  }
}

async function discard({ appPool, testPool, jobs, drop }: Database): Promise<void> {
  await jobs.stop()
  for (const pool of [appPool, testPool]) if (!pool.ending) await pool.end()
  await drop()
}

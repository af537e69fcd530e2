import type pg from 'pg'
import pino from 'pino'
import { connect } from '#server/db/connect.ts'
import { type Jobs, startJobs } from '#server/jobs/jobs.ts'
import { createDatabase } from './database.ts'

/** A database as the template has it, with open connections. */
export interface LeasedDatabase {
  url: string
  /** The application's pool. */
  appPool: pg.Pool
  /** The test's own pool, which acts as the system. */
  testPool: pg.Pool
  jobs: Jobs
  /** Gives the database back: it is emptied for the next test, or dropped when the test changed its schema or a pool. */
  release(): Promise<void>
}

interface Database extends Omit<LeasedDatabase, 'release'> {
  drop(): Promise<void>
  empty: string
  leases: number
}

/** Deleted rows stay in the files, so a database serves so many tests and is dropped. */
const leasesPerDatabase = 40
const free: Database[] = []
/** The same for all databases of a worker, because they are copies of one template. */
let emptying: Promise<string> | undefined

/** Changes with the schema: with tables, columns, indexes, constraints, triggers, functions and rights. */
const schemaFingerprint = `
  (select concat_ws(' ',
    (select concat(count(*), ' ', max(oid), ' ', sum(hashtext(relacl::text))) from pg_class where oid >= 16384),
    (select sum(xmin::text::bigint) from pg_attribute where attrelid >= 16384),
    (select sum(xmin::text::bigint) from pg_constraint),
    (select sum(xmin::text::bigint) from pg_trigger),
    (select sum(xmin::text::bigint) from pg_namespace),
    (select sum(xmin::text::bigint) from pg_proc where oid >= 16384)))`

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
 * Leases a database. New connections and databases are half of a test's time: a connection reads the catalogue and plans
 * every statement once.
 */
export async function leaseDatabase(): Promise<LeasedDatabase> {
  const database = free.pop() ?? (await create())
  database.leases += 1
  const jobs = { ...database.jobs }
  return {
    url: database.url,
    appPool: database.appPool,
    testPool: database.testPool,
    jobs,
    async release() {
      if (await isReusable(database)) free.push(database)
      else await discard(database)
    },
  }
}

async function create(): Promise<Database> {
  const { url, drop } = await createDatabase()
  const log = { warn: () => undefined }
  const appPool = connect(url, { max: 10, log })
  const testPool = connect(url, { max: 4, log, actor: 'system' })
  // A copy of the template is already migrated.
  const jobs = await startJobs({ connectionString: url, log: pino({ level: 'silent' }), background: false, install: false })
  emptying ??= writeEmptying(testPool)
  return { url, appPool, testPool, jobs, drop, empty: await emptying, leases: 0 }
}

async function isReusable(database: Database): Promise<boolean> {
  const isQuiet = [database.appPool, database.testPool].every((pool) => !pool.ending && pool.totalCount === pool.idleCount)
  if (!isQuiet || database.leases >= leasesPerDatabase) return false
  try {
    await database.testPool.query(database.empty)
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

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { connect } from './connect.ts'
import { exportDatabase } from './export.ts'
import { importDatabase } from './import.ts'
import { importInterrupted } from './interrupted-import.ts'
import { migrate } from './migrate.ts'
import { requireMigrated } from './require-migrated.ts'

const schema = `
  create table course (id int generated always as identity primary key, title text, best_batch int, upper_title text generated always as (upper(title)) stored);
  create table batch (id serial primary key, course_id int not null references course, parent int references batch deferrable initially deferred, price numeric, at timestamptz, tags text[], body jsonb, raw bytea);
  alter table course add foreign key (best_batch) references batch;
  create table setting (name text primary key);
  insert into setting values ('from the migration');
  create function refuse() returns trigger language plpgsql as $$ begin raise 'closed'; end $$;
  create table ledger (id int);
  create trigger closed before insert on ledger for each row execute function refuse();
  create schema pgboss; create table pgboss.job (id int);`

const testRows = `
  insert into course (title) select E'tab\\there, line\\nbreak, back\\\\slash, \\\\. ₹' || n from generate_series(1, 3000) as n;
  insert into course (title) values ('\\.'), (null), ('');
  insert into batch (course_id, parent, price, at, tags, body, raw) values
    (1, 2, 1499.99, '2026-02-28T10:00:00+05:30', array['a', null, 'c,"d'], '{"a": "\\n"}', '\\x00ff5c2e0a'), (2, 1, null, null, null, null, null);
  update course set best_batch = 2 where id = 1;
  alter table ledger disable trigger closed; insert into ledger values (1); alter table ledger enable trigger closed;
  update setting set name = 'changed since';
  insert into pgboss.job values (1);`

let folder: string
let migrations: string
let file: string
let source: pg.Pool
let sourceUrl: string
const ends: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transfer-'))
  migrations = mkdtempSync(join(folder, 'migrations-'))
  file = join(folder, 'school.snapshot.gz')
  writeFileSync(join(migrations, '0001_create.sql'), schema)
  const made = await open()
  source = made.pool
  sourceUrl = made.url
  await migrate(source, migrations)
  await source.query(testRows)
})

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  rmSync(folder, { recursive: true })
})

async function open(): Promise<{ url: string; pool: pg.Pool }> {
  const database = await createDatabase({ empty: true })
  const pool = connect(database.url, { max: 2, log: { warn() {} } })
  ends.push(async () => {
    await pool.end()
    await database.drop()
  })
  return { url: database.url, pool }
}

const rowsOf = async (pool: pg.Pool): Promise<unknown[]> =>
  Promise.all(
    ['course', 'batch', 'setting', 'ledger'].map(async (table) => (await pool.query(`select * from ${table} order by 1`)).rows),
  )

test('restores rows, sequences, keys and triggers but no jobs', async () => {
  expect(await exportDatabase(sourceUrl, file, { folder: migrations })).toEqual({ tables: 4, rows: 3003 + 2 + 1 + 1 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const target = await open()
  expect(await importDatabase(target.url, file, { folder: migrations, isMove: true })).toMatchObject({ tables: 4, rows: 3007 })

  expect(await rowsOf(target.pool)).toEqual(await rowsOf(source))
  expect((await target.pool.query('select count(*) as jobs from pgboss.job')).rows).toEqual([{ jobs: 0 }])
  expect((await target.pool.query("insert into course (title) values ('next') returning id")).rows).toEqual([{ id: 3004 }])
  expect((await target.pool.query('insert into batch (course_id) values (1) returning id')).rows).toEqual([{ id: 3 }])
  await expect(target.pool.query('insert into batch (course_id) values (99999)')).rejects.toThrow(/foreign key/)
  await expect(target.pool.query('insert into ledger values (2)')).rejects.toThrow(/closed/)
  expect(await migrate(target.pool, migrations)).toEqual([])
})

test('rejects a database with rows and leaves it unchanged', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const before = await rowsOf(source)
  await expect(importDatabase(sourceUrl, file, { folder: migrations })).rejects.toThrow(
    /target database is not empty \(.*batch.* holds rows\)/,
  )
  expect(await rowsOf(source)).toEqual(before)
})

test('rejects a database with foreign tables', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const target = await open()
  await target.pool.query('create table theirs ()')
  await expect(importDatabase(target.url, file, { folder: migrations, isMove: true })).rejects.toThrow(
    /holds tables of something else/,
  )
})

/** Ends the connection of the import in its transaction, as a kill does, when it does this to a table. */
async function killAt(pool: pg.Pool, command: 'create' | 'drop', table: string): Promise<void> {
  const [event, objects] =
    command === 'create'
      ? ['ddl_command_end', 'pg_event_trigger_ddl_commands()']
      : ['sql_drop', 'pg_event_trigger_dropped_objects()']
  await pool.query(`
    create function kill_import() returns event_trigger language plpgsql as $$ begin
      if exists (select from ${objects} where object_identity = 'public.${table}') then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
    end $$;
    create event trigger kill_import on ${event} execute function kill_import();`)
}

const letLive = (pool: pg.Pool) => pool.query('drop event trigger kill_import')

test('an import killed during the migrations goes on when repeated', async () => {
  writeFileSync(join(migrations, '0002_more.sql'), 'create table more (id int); insert into more values (1);')
  await migrate(source, migrations)
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const target = await open()
  const attempt = () => importDatabase(target.url, file, { folder: migrations, isMove: true })
  await killAt(target.pool, 'create', 'more')
  await expect(attempt()).rejects.toThrow(/terminat/)
  expect((await target.pool.query('select name from schema_migrations')).rows).toEqual([{ name: '0001_create' }])
  await letLive(target.pool)
  await attempt()
  expect(await rowsOf(target.pool)).toEqual(await rowsOf(source))
  expect(await migrate(target.pool, migrations)).toEqual([])
})

test('an import killed before its commit goes on when repeated', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const target = await open()
  const attempt = () => importDatabase(target.url, file, { folder: migrations, isMove: true })
  await killAt(target.pool, 'drop', 'import_in_progress')
  await expect(attempt()).rejects.toThrow(/terminat/)
  await letLive(target.pool)
  await attempt()
  expect(await rowsOf(target.pool)).toEqual(await rowsOf(source))
  expect(await attempt(), 'the mark is gone').toMatchObject({ isRepeated: true, rows: 0 })
  expect(await rowsOf(target.pool)).toEqual(await rowsOf(source))
})

test('an import killed during later migrations goes on when repeated', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  writeFileSync(join(migrations, '0002_more.sql'), 'create table more (id int);')
  const target = await open()
  const attempt = () => importDatabase(target.url, file, { folder: migrations, isMove: true })
  await killAt(target.pool, 'create', 'more')
  await expect(attempt()).rejects.toThrow(/terminat/)
  await letLive(target.pool)
  expect(await attempt()).toMatchObject({ isRepeated: true })
  expect(await migrate(target.pool, migrations)).toEqual([])
})

test('a half imported database refuses servers, commands and exports', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const target = await open()
  await killAt(target.pool, 'drop', 'import_in_progress')
  await expect(importDatabase(target.url, file, { folder: migrations })).rejects.toThrow(/terminat/)
  await expect(migrate(target.pool, migrations)).rejects.toThrow(importInterrupted)
  await expect(requireMigrated(target.pool, migrations)).rejects.toThrow(importInterrupted)
  await expect(exportDatabase(target.url, file, { folder: migrations })).rejects.toThrow(importInterrupted)
})

test('an interrupted import is not continued with another snapshot', async () => {
  const earlier = join(folder, 'earlier.gz')
  await exportDatabase(sourceUrl, earlier, { folder: migrations })
  writeFileSync(join(migrations, '0002_more.sql'), 'create table more (id int);')
  await migrate(source, migrations)
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const target = await open()
  await killAt(target.pool, 'drop', 'import_in_progress')
  await expect(importDatabase(target.url, file, { folder: migrations })).rejects.toThrow(/terminat/)
  await letLive(target.pool)
  await expect(importDatabase(target.url, earlier, { folder: migrations })).rejects.toThrow(/was of another snapshot.*0002_more/)
})

test('an import waits for no other import', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const target = await open()
  const other = await target.pool.connect()
  await other.query('select pg_advisory_lock(7302118457)')
  await expect(importDatabase(target.url, file, { folder: migrations })).rejects.toThrow(/Another import/)
  other.release()
})

test('rejects a snapshot of other migrations before any change', async () => {
  writeFileSync(join(migrations, '0003_more.sql'), 'create table more (id int);')
  await migrate(source, migrations)
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const target = await open()
  const attempt = () => importDatabase(target.url, file, { folder: migrations, isMove: true })
  rmSync(join(migrations, '0003_more.sql'))
  await expect(attempt(), 'of a later version').rejects.toThrow(/differ in migration 0003_more/)
  writeFileSync(join(migrations, '0003_more.sql'), 'create table other (id int);')
  await expect(attempt(), 'with another content').rejects.toThrow(/differ in migration 0003_more/)
  writeFileSync(join(migrations, '0003_more.sql'), 'create table more (id int);')
  writeFileSync(join(migrations, '0002_between.sql'), 'create table between_them (id int);')
  await expect(attempt(), 'without one in between').rejects.toThrow(/differ in migration 0002_between/)
  expect((await target.pool.query("select to_regclass('course') as found")).rows).toEqual([{ found: null }])
})

test('migrates what an earlier version exported', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  writeFileSync(join(migrations, '0002_more.sql'), `alter table batch add column seats int; update batch set seats = 10 * id;`)
  const target = await open()
  await importDatabase(target.url, file, { folder: migrations, isMove: true })
  expect((await target.pool.query('select id, seats from batch order by id')).rows).toEqual([
    { id: 1, seats: 10 },
    { id: 2, seats: 20 },
  ])
  expect(await migrate(target.pool, migrations)).toEqual([])
  expect((await target.pool.query('select count(*)::int as restores from restores')).rows).toEqual([{ restores: 1 }])
})

test('restores nothing from a truncated, damaged or foreign file', async () => {
  await exportDatabase(sourceUrl, file, { folder: migrations })
  const whole = readFileSync(file)
  const target = await open()
  const attempt = async (content: Buffer): Promise<void> => {
    writeFileSync(file, content)
    return importDatabase(target.url, file, { folder: migrations, isMove: true }).then(() => {})
  }
  const text = gunzipSync(whole)
  await expect(attempt(whole.subarray(0, whole.length - 20))).rejects.toThrow(/ends too early/)
  const half = Math.floor(whole.length / 2)
  const damaged = Buffer.from(whole)
  damaged.writeUInt8(damaged.readUInt8(half) ^ 0xff, half)
  await expect(attempt(damaged)).rejects.toThrow(/damaged|ends too early/)
  await expect(attempt(gzipSync(text.subarray(0, text.length - 4)))).rejects.toThrow(/ends too early/)
  await expect(attempt(gzipSync(text.subarray(0, text.length / 2)))).rejects.toThrow(/ends too early/)
  await expect(attempt(gzipSync('{}\n'))).rejects.toThrow(/is no snapshot/)
  await expect(attempt(Buffer.from('not gzip at all'))).rejects.toThrow(/is no snapshot/)
  await attempt(whole)
  expect(await rowsOf(target.pool)).toEqual(await rowsOf(source))
})

test('says that a file is missing or a folder', async () => {
  const target = await open()
  const attempt = (path: string) => importDatabase(target.url, path, { folder: migrations })
  await expect(attempt(join(folder, 'none.gz'))).rejects.toThrow(/none\.gz does not exist$/)
  await expect(attempt(folder)).rejects.toThrow(`${folder} is a folder, not a file`)
})

test('refuses to export a newer database', async () => {
  await source.query(`insert into schema_migrations (name, checksum) values ('9999_later', '')`)
  await expect(exportDatabase(sourceUrl, file, { folder: migrations })).rejects.toThrow(
    /has the migration 9999_later of a newer version/,
  )
})

test('a failed export leaves no file', async () => {
  const unmigrated = await open()
  await expect(exportDatabase(unmigrated.url, file, { folder: migrations })).rejects.toThrow(/never migrated/)
  await expect(exportDatabase(sourceUrl, join(folder, 'no', 'folder.gz'), { folder: migrations })).rejects.toThrow(
    /folder\.gz does not exist$/,
  )
  expect(readdirSync(folder).filter((name) => name.includes('snapshot'))).toEqual([])
})

test('an export excludes concurrent changes', async () => {
  const writer = await source.connect()
  await writer.query("begin; insert into course (title) values ('uncommitted')")
  await exportDatabase(sourceUrl, file, { folder: migrations })
  await writer.query('commit')
  writer.release()
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain('uncommitted')
})

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
import { migrate } from './migrate.ts'

const SCHEMA = `
  CREATE TABLE course (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text, best_batch int, upper_title text GENERATED ALWAYS AS (upper(title)) STORED);
  CREATE TABLE batch (id serial PRIMARY KEY, course_id int NOT NULL REFERENCES course, parent int REFERENCES batch DEFERRABLE INITIALLY DEFERRED, price numeric, at timestamptz, tags text[], body jsonb, raw bytea);
  ALTER TABLE course ADD FOREIGN KEY (best_batch) REFERENCES batch;
  CREATE TABLE setting (name text PRIMARY KEY);
  INSERT INTO setting VALUES ('from the migration');
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'closed'; END $$;
  CREATE TABLE ledger (id int);
  CREATE TRIGGER closed BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION refuse();
  CREATE SCHEMA pgboss; CREATE TABLE pgboss.job (id int);`

const ROWS = `
  INSERT INTO course (title) SELECT E'tab\\there, line\\nbreak, back\\\\slash, \\\\. ₹' || n FROM generate_series(1, 3000) AS n;
  INSERT INTO course (title) VALUES ('\\.'), (NULL), ('');
  INSERT INTO batch (course_id, parent, price, at, tags, body, raw) VALUES
    (1, 2, 1499.99, '2026-02-28T10:00:00+05:30', ARRAY['a', NULL, 'c,"d'], '{"a": "\\n"}', '\\x00ff5c2e0a'), (2, 1, NULL, NULL, NULL, NULL, NULL);
  UPDATE course SET best_batch = 2 WHERE id = 1;
  ALTER TABLE ledger DISABLE TRIGGER closed; INSERT INTO ledger VALUES (1); ALTER TABLE ledger ENABLE TRIGGER closed;
  UPDATE setting SET name = 'changed since';
  INSERT INTO pgboss.job VALUES (1);`

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
  writeFileSync(join(migrations, '0001_create.sql'), SCHEMA)
  const made = await open()
  source = made.pool
  sourceUrl = made.url
  await migrate(source, migrations)
  await source.query(ROWS)
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
    ['course', 'batch', 'setting', 'ledger'].map(async (table) => (await pool.query(`SELECT * FROM ${table} ORDER BY 1`)).rows),
  )

test('every row, sequence, key and trigger arrives in another database; jobs stay behind', async () => {
  expect(await exportDatabase(sourceUrl, file)).toEqual({ tables: 4, rows: 3003 + 2 + 1 + 1 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const target = await open()
  expect(await importDatabase(target.url, file, migrations)).toEqual({ tables: 4, rows: 3007 })

  expect(await rowsOf(target.pool)).toEqual(await rowsOf(source))
  expect((await target.pool.query('SELECT count(*) AS jobs FROM pgboss.job')).rows).toEqual([{ jobs: 0 }])
  expect((await target.pool.query("INSERT INTO course (title) VALUES ('next') RETURNING id")).rows).toEqual([{ id: 3004 }])
  expect((await target.pool.query('INSERT INTO batch (course_id) VALUES (1) RETURNING id')).rows).toEqual([{ id: 3 }])
  await expect(target.pool.query('INSERT INTO batch (course_id) VALUES (99999)')).rejects.toThrow(/foreign key/)
  await expect(target.pool.query('INSERT INTO ledger VALUES (2)')).rejects.toThrow(/closed/)
  expect(await migrate(target.pool, migrations)).toEqual([])
})

test('a database that holds rows is refused and left as it was', async () => {
  await exportDatabase(sourceUrl, file)
  const before = await rowsOf(source)
  await expect(importDatabase(sourceUrl, file, migrations)).rejects.toThrow(
    /target database is not empty \(.*batch.* holds rows\)/,
  )
  expect(await rowsOf(source)).toEqual(before)
})

test('a database of something else is refused', async () => {
  await exportDatabase(sourceUrl, file)
  const target = await open()
  await target.pool.query('CREATE TABLE theirs ()')
  await expect(importDatabase(target.url, file, migrations)).rejects.toThrow(/holds tables of something else/)
})

test('a snapshot of other migrations is refused before anything is touched', async () => {
  await exportDatabase(sourceUrl, file)
  const target = await open()
  writeFileSync(join(migrations, '0002_more.sql'), 'CREATE TABLE more ();')
  await expect(importDatabase(target.url, file, migrations)).rejects.toThrow(/differ in migration 0002_more/)
  expect((await target.pool.query("SELECT to_regclass('course') AS found")).rows).toEqual([{ found: null }])
})

test('a file that was cut off, tampered with or is something else restores nothing', async () => {
  await exportDatabase(sourceUrl, file)
  const whole = readFileSync(file)
  const target = await open()
  const attempt = async (content: Buffer): Promise<void> => {
    writeFileSync(file, content)
    return importDatabase(target.url, file, migrations).then(() => {})
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

test('a missing file is named', async () => {
  const target = await open()
  await expect(importDatabase(target.url, join(folder, 'none.gz'), migrations)).rejects.toThrow(/ENOENT.*none\.gz/)
})

test('an export that fails leaves neither a file nor a draft', async () => {
  const unmigrated = await open()
  await expect(exportDatabase(unmigrated.url, file)).rejects.toThrow(/never migrated/)
  await expect(exportDatabase(sourceUrl, join(folder, 'no', 'such', 'folder.gz'))).rejects.toThrow(/ENOENT/)
  expect(readdirSync(folder).filter((name) => name.includes('snapshot'))).toEqual([])
})

test('what changes during an export is not in it', async () => {
  const writer = await source.connect()
  await writer.query("BEGIN; INSERT INTO course (title) VALUES ('uncommitted')")
  await exportDatabase(sourceUrl, file)
  await writer.query('COMMIT')
  writer.release()
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain('uncommitted')
})

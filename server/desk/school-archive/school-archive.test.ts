import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { TestApp } from '#tests/school/create-test-app.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { createBucket } from '#tests/school/s3-bucket.ts'
import { sold } from '#tests/school/sell-with-receipt.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { describeSnapshot } from '#server/platform/db/export.ts'
import { openBucket } from '#server/platform/files/s3-bucket.ts'
import { describeTables } from './describe-tables.ts'
import { exportSchool } from './export-school.ts'
import type { Place } from './files.ts'
import { importSchool, verifyArchive } from './import-school.ts'
import { declarations, leftOut } from './left-out.ts'
import { nameOf } from './manifest.ts'
import { checkRows, insertRows, plainValues, readRows } from './rows.ts'

function makePlace(): string {
  const folder = makeFolder('archive-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const stored = { 'pictures/1/480.webp': 'a picture', 'work/7/answer.pdf': 'an answer', 'recordings/3/index.m3u8': '#EXTM3U' }

function putFiles(dataDir: string): void {
  for (const [path, content] of Object.entries(stored)) {
    const file = join(dataDir, path.startsWith('recordings/') ? path : join('media', path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

async function exportTo(file: string, { deps }: Pick<TestApp, 'deps'>, place: Place, connectionString = deps.config.databaseUrl) {
  const { dataDir, s3 } = place
  const files = openFileStore({ s3, mediaDir: join(dataDir, 'media'), uploadedRecordingsDir: join(dataDir, 'recordings') })
  const draw = { db: deps.db, log: deps.log, files, config: { publicUrl: 'https://school.example' } }
  return exportSchool({ deps: draw, connectionString, ...place, file, version: '0.1.0' })
}

let made: Promise<Buffer> | undefined

/** An archive of `openSchool`, in a folder of its own. It is made once. */
async function makeArchive(): Promise<string> {
  made ??= openSchool().then(async ({ shop, place, file }) => {
    await exportTo(file, shop, place)
    return readFileSync(file)
  })
  const file = join(makePlace(), 'school.tar.gz')
  writeFileSync(file, await made)
  return file
}

async function emptyDatabase(): Promise<string> {
  const database = await createDatabase({ empty: true })
  onTestFinished(() => database.drop())
  return database.url
}

async function importFrom(file: string, connectionString: string, place: Place) {
  return importSchool(await verifyArchive(file), { file, connectionString, isMove: true, diskReserveBytes: 0, ...place })
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connectionString)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Reads an archive that tar has unpacked. */
function unpack(file: string): { text(path: string): string; list(folder: string): string[]; folder: string } {
  const folder = makePlace()
  execFileSync('tar', ['-xzf', file], { cwd: folder })
  return {
    folder,
    text: (path) => readFileSync(join(folder, path), 'utf8'),
    list: (below) => readdirSync(join(folder, below)).toSorted(),
  }
}

/** A school with a sale, a member of staff with second factors, and files. */
async function openSchool() {
  const { shop, receipt } = await sold({ brand: 'Neel Vidya' })
  await shop.db.query(
    `insert into staff (id, email, name, roles) overriding system value values (900, 'owner@school.example', 'Usha Nair', '{owner}')`,
  )
  await shop.db.query(`insert into staff_totp (staff_id, sealed, created_at) values (900, '\\xabcd', now())`)
  const dataDir = makePlace()
  putFiles(dataDir)
  return { shop, receipt, place: { dataDir, s3: undefined } satisfies Place, file: join(makePlace(), 'school.tar.gz') }
}

test('an archive is read without the program', async () => {
  const { shop, receipt, place, file } = await openSchool()
  await shop.db.query(`update users set full_name = '=HYPERLINK("x")'`)
  expect(await exportTo(file, shop, place)).toMatchObject({ files: 3, documents: 1, missing: [] })
  expect(readdirSync(dirname(file))).toEqual(['school.tar.gz'])

  const { text, list, folder } = unpack(file)
  expect(list('.')).toEqual(['README.md', 'checksums.sha256', 'data', 'documents', 'manifest.json', 'media', 'schema.json'])
  execFileSync('sha256sum', ['--quiet', '-c', 'checksums.sha256'], { cwd: folder })
  expect(list('documents')).toEqual([`Receipt-${receipt.serial.replaceAll('/', '-')}.pdf`])
  for (const [path, content] of Object.entries(stored)) expect(text(`media/${path}`)).toBe(content)
  expect(text('README.md')).toMatch(/^# Neel Vidya\n[\s\S]*\| students \| 1 \|[\s\S]*\| money received \| ₹41,500\.00 \|/)
  // A spreadsheet runs no formula that a student typed.
  expect(text('data/csv/students.csv')).toContain(`"'=HYPERLINK(""x"")"`)
  expect(text('data/csv/payments.csv')).toContain(',41500.00,')
  const audits = await shop.db.query(
    `select e.actor_kind, e.changes->'act' as act from audit_log e where e.table_name = 'staff_acts'`,
  )
  expect(audits.rows).toMatchObject([{ actor_kind: 'operator' }])

  const schema = JSON.parse(text('schema.json')) as { $defs: Record<string, Parameters<typeof z.fromJSONSchema>[0]> }
  for (const [name, one] of Object.entries(schema.$defs)) {
    const row = z.fromJSONSchema(one)
    for (const line of text(`data/${name}.jsonl`).split('\n').filter(Boolean)) row.parse(JSON.parse(line))
  }
  expect(list('data').filter((name) => name.endsWith('.jsonl'))).toEqual(
    Object.keys(schema.$defs)
      .map((name) => `${name}.jsonl`)
      .toSorted(),
  )
})

test('an imported school is equal and goes on', async () => {
  const { shop, place, file } = await openSchool()
  await exportTo(file, shop, place)
  const url = await emptyDatabase()
  const target = { dataDir: makePlace(), s3: undefined }
  expect(await importFrom(file, url, target)).toMatchObject({ school: 'Neel Vidya', files: 3, isRepeated: false })
  expect(await importFrom(file, url, target)).toMatchObject({ isRepeated: true })

  const again = join(makePlace(), 'again.tar.gz')
  await exportTo(again, shop, target, url)
  const [first, second] = [(await verifyArchive(file)).manifest, (await verifyArchive(again)).manifest]
  // What an import stores of itself.
  for (const own of ['restores', 'audit_log']) {
    delete first.checks[own]
    delete second.checks[own]
  }
  expect(second.checks).toEqual(first.checks)
  expect(second.money).toEqual(first.money)
  expect(second.sequences.filter(({ name }) => !/^(restores|audit_log)/.test(name))).toEqual(
    first.sequences.filter(({ name }) => !/^(restores|audit_log)/.test(name)),
  )
  for (const [path, content] of Object.entries(stored))
    expect(readFileSync(join(target.dataDir, path.startsWith('recordings/') ? path : join('media', path)), 'utf8')).toBe(content)
  // Second factors stay where they were.
  expect(
    await ask(url, 'select (select count(*)::int from staff) as staff, (select count(*)::int from staff_totp) as factors'),
  ).toEqual([{ staff: 1, factors: 0 }])
})

test('the files of a bucket move into another bucket', async () => {
  const { shop, file } = await openSchool()
  const [from, to] = [await createBucket(), await createBucket()]
  for (const [path, content] of Object.entries(stored)) await openBucket(from).put(path, new TextEncoder().encode(content))
  await exportTo(file, shop, { dataDir: makePlace(), s3: from })
  await importFrom(file, await emptyDatabase(), { dataDir: makePlace(), s3: to })
  for (const [path, content] of Object.entries(stored)) expect(String(await openBucket(to).read(path))).toBe(content)
})

test('a school that has data is refused and stays', async () => {
  const file = await makeArchive()
  const { db, deps } = await createTestApp()
  await db.query(`insert into users (email, full_name) values ('asha@example.com', 'Asha Patil')`)
  const url = deps.config.databaseUrl
  await expect(importFrom(file, url, { dataDir: makePlace(), s3: undefined })).rejects.toThrow(/is not empty/)
  expect(await ask(url, 'select count(*)::int as students from users')).toEqual([{ students: 1 }])
})

/** Changes the content of one file of an archive and nothing else. */
function rewrite(file: string, from: string, to: string): void {
  const whole = gunzipSync(readFileSync(file))
  const at = whole.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error('nothing to change')
  whole.write(to, at)
  writeFileSync(file, gzipSync(whole))
}

test('a damaged archive is refused before anything changes', async () => {
  const file = await makeArchive()
  const whole = readFileSync(file)
  const url = await emptyDatabase()
  const changes: [() => void, RegExp][] = [
    [() => writeFileSync(file, whole.subarray(0, whole.length / 2)), /damaged/],
    [() => rewrite(file, 'an answer', 'another 1'), /media\/work\/7\/answer\.pdf is missing, added or changed/],
    [() => rewrite(file, '"karyashala-school"', '"karyashala-schoal"'), /manifest\.json is not one of a school/],
    [() => rewrite(file, '"format_version": 1', '"format_version": 2'), /made by a newer version/],
    [() => writeFileSync(file, 'no archive'), /damaged/],
    [() => rmSync(file), /does not exist/],
  ]
  for (const [change, message] of changes) {
    writeFileSync(file, whole)
    change()
    await expect(importFrom(file, url, { dataDir: makePlace(), s3: undefined })).rejects.toThrow(message)
  }
  expect(await ask(url, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('an archive of later migrations is refused', async () => {
  const file = await makeArchive()
  const archive = await verifyArchive(file)
  archive.manifest.migrations.push({ name: '9999_later', checksum: '' })
  const url = await emptyDatabase()
  const target = { file, connectionString: url, isMove: true, diskReserveBytes: 0, dataDir: makePlace(), s3: undefined }
  await expect(importSchool(archive, target)).rejects.toThrow(/9999_later/)
  expect(await ask(url, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('an import that broke off goes on when repeated', async () => {
  const file = await makeArchive()
  const url = await emptyDatabase()
  const target = { dataDir: makePlace(), s3: undefined }
  // No folder can be made where a file is.
  writeFileSync(join(target.dataDir, 'recordings'), '')
  await expect(importFrom(file, url, target)).rejects.toThrow()
  expect(await ask(url, 'select count(*)::int as students from users')).toEqual([{ students: 0 }])
  rmSync(join(target.dataDir, 'recordings'))
  expect(await importFrom(file, url, target)).toMatchObject({ files: 3, isRepeated: false })
})

test('rows that arrive changed are refused', async () => {
  const file = await makeArchive()
  const archive = await verifyArchive(file)
  const users = archive.manifest.checks['users']
  if (users) users.sum = '1'
  const url = await emptyDatabase()
  const target = { file, connectionString: url, isMove: true, diskReserveBytes: 0, dataDir: makePlace(), s3: undefined }
  await expect(importSchool(archive, target)).rejects.toThrow(/^users would not be as it was/)
})

/** Names that a column of a secret has. */
const secretive = /secret|token|hash|sealed|password|totp|network|^code$|_code$|challenge/

test('a table with a secret says what its archive has', async () => {
  const { db } = await createTestApp()
  const { rows } = await db.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and (a.attname ~ $1 or a.atttypid = 'bytea'::regtype) order by 1, 2`,
    [secretive.source],
  )
  expect(rows.length).toBeGreaterThan(20)
  const open = rows.filter(({ table }) => declarations.get(table)?.archive === undefined)
  expect(open.filter(({ column }) => !notSecret.has(column))).toEqual([])
})

/** Columns that only sound like it. */
const notSecret = new Set(['state_code', 'reason_code'])

test('no archived row refers to one that is left out', async () => {
  const { db } = await createTestApp()
  const { rows } = await db.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  expect(rows.filter(({ from, to }) => leftOut(from) === undefined && leftOut(to) !== undefined)).toEqual([])
})

test('each type of a column has a way to be written', async () => {
  const { deps } = await createTestApp()
  const client = new pg.Client(deps.config.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ type: string }>(
    `select distinct format_type(coalesce(nullif(t.typelem, 0), t.oid), null) as type from pg_attribute a join pg_class c on c.oid = a.attrelid
       join pg_type t on t.oid = a.atttypid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and t.typtype <> 'e'`,
  )
  // Each of these was written and read back in the test below.
  expect(rows.map(({ type }) => type).filter((type) => !tried.has(type))).toEqual([])
  const { tables } = await describeSnapshot(client)
  expect(Object.keys((await describeTables(client, tables))['$defs'] as object)).toEqual(tables.map(nameOf))
})

const tried = new Set(
  'bigint,integer,smallint,numeric,text,boolean,timestamp with time zone,time without time zone,date,jsonb,bytea,uuid,cidr,interval,tsvector'.split(
    ',',
  ),
)

test('rows of every type are read back as they were', async () => {
  const database = await createDatabase({ empty: true })
  onTestFinished(() => database.drop())
  const client = new pg.Client(database.url)
  await client.connect()
  onTestFinished(() => client.end())
  const columns = [...tried].flatMap((type, at) => [`c${at} ${type}`, `list${at} ${type}[]`])
  await client.query(`
    begin; ${plainValues};
    create table kinds (id integer generated always as identity primary key, ${columns.join(', ')});
    create table others (like kinds including all);
    create table keyless (words text, of_words text generated always as (upper(words)) stored)`)
  const values: Record<string, string> = {
    bigint: `9223372036854775807`,
    integer: '-1',
    smallint: '7',
    numeric: `12345678901234567890.123456789`,
    text: `E'tab\\t, line\\n, back\\\\slash "quoted" \\x01\\x02 ₹'`,
    boolean: 'false',
    'timestamp with time zone': `'2026-02-28T10:00:00.123456+05:30'`,
    'time without time zone': `'19:30'`,
    date: `'2026-02-28'`,
    jsonb: `'{"a": [1, null, "\\n"]}'`,
    bytea: `'\\x00ff5c2e0a'`,
    uuid: `'5f0c7a52-6ad2-4c4d-9be0-6f7b5c6f0a11'`,
    cidr: `'2001:db8::/64'`,
    interval: `'1 mon -2 days 03:04:05.6'`,
    tsvector: `'a:1A b:2'`,
  }
  const given = [...tried].flatMap((type) => [`(${values[type]})::${type}`, `array[(${values[type]})::${type}, null]`])
  await client.query(`insert into kinds (${columns.map((one) => one.split(' ')[0]).join(', ')}) values (${given.join(', ')}); insert into kinds default values;
    insert into keyless (words) select 'word ' || n from generate_series(1, 30000) n`)
  const { rows } = await client.query<{ names: string[] }>(
    `select json_agg(attname order by attnum) as names from pg_attribute where attrelid = 'kinds'::regclass and attnum > 0`,
  )
  const table = { schema: 'public', name: 'kinds', columns: rows[0]?.names ?? [] }
  const checked = { rows: 0, sum: '0' }
  const others = { ...table, name: 'others' }
  await insertRows(client, others, Readable.from(await Array.fromAsync(readRows(client, table, checked))))
  expect(checked.rows).toBe(2)
  expect(await checkRows(client, table)).toEqual(checked)
  expect(await checkRows(client, others)).toEqual(checked)
  expect((await client.query('select * from kinds except select * from others')).rows).toEqual([])

  // A table without a key, of more than one insert, and with a column that the database makes.
  const keyless = { schema: 'public', name: 'keyless', columns: ['words'] }
  const many = { rows: 0, sum: '0' }
  const lines = await Array.fromAsync(readRows(client, keyless, many))
  await client.query('delete from keyless')
  await insertRows(client, keyless, Readable.from(lines))
  expect(many.rows).toBe(30_000)
  expect(await checkRows(client, keyless)).toEqual(many)
})

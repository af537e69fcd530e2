import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rmSync } from 'node:fs'
import { checkTables, type DynamicTables, usesIn } from './check-tables.ts'
import { computedTables } from './computed-tables.ts'
import { readDeclarations, readTables, rulesOf } from './read-tables.ts'

function breachesOf(files: Record<string, string>, dynamic: Record<string, DynamicTables> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tables-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, content] of Object.entries({
    'server/platform/db/migrations/0001_first.sql': 'create table courses (id int);\ncreate table payments (id int);',
    ...files,
  })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  const rules = {
    db: { owns: ['schema_migrations'] },
    catalog: { owns: ['courses'] },
    payments: { owns: ['payments'] },
    search: { owns: [], reads: ['courses'] },
  }
  return checkTables(root, rules, dynamic)
}

const searching = { 'server/search/search.ts': 'export const a = `select 1 from courses`' }

test('the server reads and writes only declared tables', async () => {
  const rules = rulesOf(await readTables())
  expect(checkTables(join(import.meta.dirname, '..'), rules, computedTables(await readDeclarations()))).toEqual([])
})

test('a folder may read its own tables and the declared ones', () => {
  expect(breachesOf({ ...searching, 'server/catalog/a.ts': 'export const a = `insert into courses values (1)`' })).toEqual([])
})

test.each([
  ['export const a = `select 1 from payments p join courses c on true`', 'reads courses'],
  ["export const a = 'update courses set id = 2'", 'writes courses'],
  ['export const a = `insert into courses ${b}`', 'writes courses'],
  ['export const a = `with x as (delete from courses returning 1) select 1`', 'writes courses'],
  ["export const a = keyset<Row>({ name: 'a_b', from: 'courses c' })", 'reads courses'],
  ['export const a = keyset({ from: `payments p join courses c on true` })', 'reads courses'],
  ['export const a = readRecords(orders, { from: `payments r join courses c on true` })', 'reads courses'],
  ["export const a = staffRecords(leads, { table: 'payments', from: 'payments r join courses c on true' })", 'reads courses'],
  ['export const a = `select 1 from payments p, courses c`', 'reads courses'],
  ['export const a = `select 1 from payments as p join payments q using (id), public.courses`', 'reads courses'],
  ['export const a = `delete from payments p using courses c where c.id = p.id`', 'reads courses'],
  ['export const a = `truncate payments, courses`', 'writes courses'],
])('refuses undeclared SQL: %s', (source, what) => {
  expect(breachesOf({ ...searching, 'server/payments/a.ts': source })).toEqual([
    `server/payments/a.ts: payments ${what} of another folder, which no rule declares`,
  ])
})

test('a table without an owner is a breach', () => {
  expect(breachesOf({ ...searching, 'server/platform/db/migrations/0002_next.sql': 'create table leads (id int);' })).toEqual([
    'leads has no owner',
  ])
})

test('a declaration that nothing uses is a breach', () => {
  expect(breachesOf({})).toEqual(['search declares to read courses and does not'])
})

test.each([
  'insert into ${table} values (1)',
  'select 1 from ${table}',
  'select 1 from payments, ${table}',
  'update ${table} set id = 2',
  'left join ${table} on true',
  'delete from payments using ${table}',
  'from ${table}',
])('refuses a computed table: %s', (sql) => {
  expect(breachesOf({ ...searching, 'server/payments/a.ts': `export const a = (table: string) => \`${sql}\`` })).toEqual([
    'server/payments/a.ts: SQL computes a table, which no rule declares',
  ])
})

test('staff records read and write their table', () => {
  const breaches = breachesOf({
    ...searching,
    'server/payments/a.ts': "export const a = staffRecords(leads, { table: 'courses' })",
  })
  expect(breaches).toEqual([
    'server/payments/a.ts: payments writes courses of another folder, which no rule declares',
    'server/payments/a.ts: payments reads courses of another folder, which no rule declares',
  ])
})

test.each(['keyset({ from })', 'staffRecords(leads, { table })'])('refuses a table that is not written as text: %s', (call) => {
  expect(breachesOf({ ...searching, 'server/payments/a.ts': `export const a = ${call}` })).toEqual([
    `server/payments/a.ts: a call of ${call.split('(')[0]} does not name its table as text`,
  ])
})

const inserting = 'export const a = (t: string) => `insert into ${t} values (1)`\na(`payments`.trim())\n'

test('a declared computed table counts as a write', () => {
  const file = 'server/payments/a.ts'
  const files = { ...searching, [file]: `${inserting}a('courses')` }
  expect(breachesOf(files, { [file]: { why: 'one function inserts', tables: ['courses'] } })).toEqual([
    'server/payments/a.ts: payments writes courses of another folder, which no rule declares',
  ])
})

test('the list of computed tables is what the file names', () => {
  const file = 'server/payments/a.ts'
  const rule = (...tables: string[]) => ({ [file]: { why: 'one function inserts', tables } })
  expect(breachesOf({ ...searching, [file]: `${inserting}a('courses')` }, rule())).toEqual([
    'server/payments/a.ts: names courses, which the rule of computed tables does not declare',
  ])
  expect(breachesOf({ ...searching, [file]: inserting }, rule('payments'))).toEqual([
    'server/payments/a.ts: the rule of computed tables declares payments, which it does not name as a text',
  ])
  expect(breachesOf(searching, rule())).toEqual(['server/payments/a.ts: the rule of computed tables is not used'])
})

test.each([
  'select extract(year from t), courses from payments',
  'select a is distinct from b, courses from payments',
  'select 1 from payments order by id, courses',
  'select 1 from payments join payments q using (id, courses)',
])('reads no table where a column stands: %s', (sql) => {
  expect(usesIn(sql).map(({ table }) => table)).not.toContain('courses')
})

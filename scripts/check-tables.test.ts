import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rmSync } from 'node:fs'
import { checkTables } from './check-tables.ts'
import { tableRules } from './table-rules.ts'

function breachesOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tables-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, content] of Object.entries({
    'server/db/migrations/0001_first.sql': 'create table courses (id int);\ncreate table payments (id int);',
    ...files,
  })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return checkTables(root, {
    db: { owns: ['schema_migrations'] },
    catalog: { owns: ['courses'] },
    payments: { owns: ['payments'] },
    search: { owns: [], reads: ['courses'] },
  })
}

const searching = { 'server/search/search.ts': 'export const a = `select 1 from courses`' }

test('the server reads and writes only declared tables', () => {
  expect(checkTables(join(import.meta.dirname, '..'), tableRules)).toEqual([])
})

test('a folder may read its own tables and the declared ones', () => {
  expect(breachesOf({ ...searching, 'server/catalog/a.ts': 'export const a = `insert into courses values (1)`' })).toEqual([])
})

test.each([
  ['export const a = `select 1 from payments p join courses c on true`', 'reads courses'],
  ["export const a = 'update courses set id = 2'", 'writes courses'],
  ['export const a = `insert into courses ${b}`', 'writes courses'],
  ['export const a = `with x as (delete from courses returning 1) select 1`', 'writes courses'],
])('refuses undeclared SQL: %s', (source, what) => {
  expect(breachesOf({ ...searching, 'server/payments/a.ts': source })).toEqual([
    `server/payments/a.ts: payments ${what} of another folder, which no rule declares`,
  ])
})

test('a table without an owner is a breach', () => {
  expect(breachesOf({ ...searching, 'server/db/migrations/0002_next.sql': 'create table leads (id int);' })).toEqual([
    'leads has no owner',
  ])
})

test('a declaration that nothing uses is a breach', () => {
  expect(breachesOf({})).toEqual(['search declares to read courses and does not'])
})

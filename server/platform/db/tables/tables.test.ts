import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { readDeclarations, readTables } from '#scripts/read-tables.ts'
import { districts } from '#scripts/import-rules.ts'
import type { TableDeclaration } from './define-tables.ts'
import { compareTables } from '#scripts/compare-tables.ts'

test('the declared tables are those of the database', async () => {
  const { db } = await createTestApp()
  const declared = await readDeclarations()
  expect(declared.size).toBeGreaterThan(120)
  expect(await compareTables(db, declared)).toEqual({ missing: [], undeclared: [] })
})

test('each table has one owner, and its users are other districts', async () => {
  const tables = await readTables()
  expect([...tables.keys()].toSorted()).toEqual(districts.toSorted())
  const names = [...tables.values()].flatMap((declared) => Object.keys(declared))
  expect(names).toEqual([...new Set(names)])
  const others = [...tables].flatMap(([owner, declared]) =>
    Object.entries(declared).flatMap(([name, { readBy = {}, writtenBy = {} }]) =>
      [...Object.keys(readBy), ...Object.keys(writtenBy)]
        .filter((user) => user === owner || !districts.some((district) => district === user))
        .map((user) => `${name}: ${user}`),
    ),
  )
  expect(others).toEqual([])
})

test('the SQL that a declaration lacks makes what it declares', async () => {
  const { db } = await createTestApp()
  await db.query('create table visits (id integer primary key, email text, version integer not null default 1)')
  await db.query('create table visit_lines (id integer primary key)')
  const visits: TableDeclaration = {
    holds: "A visit of the school's open day",
    audited: { key: 'id', masked: ['email'] },
    guarded: true,
    versioned: true,
    announces: ['visit'],
  }
  const lines: TableDeclaration = { holds: 'A line of a visit', audited: { key: 'id', only: 'update' } }
  const declared = new Map([...(await readDeclarations()), ['visits', visits], ['visit_lines', lines]])
  const { missing, undeclared } = await compareTables(db, declared)
  const ofVisits = missing.filter((sql) => sql.includes('visit'))
  expect(ofVisits).toHaveLength(7)
  expect(undeclared).toEqual([])
  for (const sql of ofVisits) await db.query(sql)
  expect(await compareTables(db, declared)).toEqual({ missing: [], undeclared: [] })
})

test('a trigger and a table beyond the declarations are found', async () => {
  const { db } = await createTestApp()
  await db.query('create table visits (id integer primary key)')
  await db.query(`select guard_table('mail_outbox')`)
  const { undeclared } = await compareTables(db, await readDeclarations())
  expect(undeclared).toEqual(['mail_outbox: guard', 'visits has no owner'])
})

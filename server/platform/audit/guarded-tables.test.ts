import { expect, test } from 'vitest'
import { auditSubjects } from '#contract/platform/staff/audit.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { operator, system, type Staff } from '#server/platform/auth/principal.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { transactionAs } from './staff-transaction.ts'
import { readDeclarations } from '#scripts/read-tables.ts'

const declared = [...(await readDeclarations())].map(([name, declaration]) => ({ name, ...declaration }))
const audited = declared.flatMap((table) => (table.audited && 'key' in table.audited ? [table] : []))
const guarded = audited.flatMap(({ name, guarded: rule }) => (rule === true ? [name] : []))
const shared = audited.flatMap(({ name, guarded: rule }) => (rule === true ? [] : [name]))

const keyOf = (table: string): string =>
  audited.flatMap(({ name, audited: rule }) => (name === table && rule && 'key' in rule ? [rule.key] : []))[0] ?? ''

test('each table says why it is not audited or not guarded [SEC-094]', () => {
  expect(guarded.length).toBeGreaterThan(15)
  expect(shared.length).toBeGreaterThan(30)
  const silent = declared.filter(({ view, audited: rule, guarded: guard }) => {
    if (view) return rule !== undefined || guard !== undefined
    if (rule && 'key' in rule) return guard === undefined
    return rule === undefined || guard !== undefined
  })
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('each audited table has a name for people', () => {
  expect(Object.keys(auditSubjects).toSorted()).toEqual([...guarded, ...shared].toSorted())
})

test('staff tables reject a change that names no actor [SEC-096]', async () => {
  const { deps, db } = await createTestApp()
  await loadDemo(deps.db, new Date())
  await db.query(`insert into staff (email, roles) values ('owner@school.example', '{owner}')`)
  await db.query(
    `insert into media (key, whole_key, master_key, name, width, height) select k, k, k, 'Picture', 1, 1 from repeat('0', 32) k`,
  )
  await db.query(
    `insert into batch_cancellations (batch_id, reason, actor_kind, created_at) select min(id), 'Rain', 'operator', now() from batches`,
  )
  await db.query(
    `insert into messages (batch_id, subject, body, author_id, created_at) select min(b.id), 'Rain', 'No class.', min(s.id), now() from batches b, staff s`,
  )
  for (const table of guarded) {
    for (const sql of [
      `insert into ${table} default values`,
      `update ${table} set ${keyOf(table)} = ${keyOf(table)}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(deps.db.query(sql), sql).rejects.toThrow(/names no actor/)
    }
    expect((await deps.db.query(`select 1 from ${table}`)).rowCount, table).toBeGreaterThan(0)
  }
})

test('only the system truncates an audited table [SEC-094]', async () => {
  const { deps, db } = await createTestApp()
  await sellCourse(db)
  const meera: Staff = { kind: 'staff', id: 7, roles: ['owner'] }
  for (const table of [...guarded, ...shared]) {
    const sql = `truncate ${table} cascade`
    for (const actor of [meera, operator])
      await expect(
        transactionAs(deps, actor, (tx) => tx.query(sql)),
        sql,
      ).rejects.toThrow(/only the system may truncate it/)
    if (shared.includes(table)) await expect(deps.db.query(sql), sql).rejects.toThrow(/only the system may truncate it/)
  }
  expect((await db.query('select 1 from courses')).rowCount).toBe(1)
  await transactionAs(deps, system, (tx) => tx.query('truncate courses cascade'))
  expect((await db.query('select 1 from courses')).rowCount).toBe(0)
})

test('a table that a later migration audits rejects a truncate [SEC-094]', async () => {
  const { deps, db } = await createTestApp()
  await db.query(`create table visits (id int primary key)`)
  await db.query(`select audit_table('visits', 'id', '')`)
  await expect(transactionAs(deps, operator, (tx) => tx.query('truncate visits'))).rejects.toThrow(
    /only the system may truncate it/,
  )
})

test('rejects an unknown kind of actor [SEC-096]', async () => {
  const { db } = await createTestApp()
  await sellCourse(db)
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query(`set local app.actor_kind = 'student'`)
    await expect(client.query(`update courses set title = 'Mine'`)).rejects.toThrow(/names no actor/)
    await client.query('rollback')
  } finally {
    client.release()
  }
})

import { expect, test } from 'vitest'
import type { Staff } from '#server/platform/auth/principal.ts'
import { ConfigError } from '#server/config.ts'
import { connect } from '#server/platform/db/connect.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { queues } from '#server/features.ts'
import { prepareDatabase } from '#server/platform/jobs/prepare-database.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffTransaction } from './staff-transaction.ts'

const meera: Staff = { kind: 'staff', id: 7, roles: ['owner'] }

test.each([true, false])('boots and sells with two roles: %s [SEC-098]', async (twoRoles) => {
  const shop = await createPayingShop({ twoRoles })
  await loadDemo(shop.deps.db, new Date())
  expect((await shop.app.inject('/ready')).statusCode).toBe(200)
  const { batchId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, student.access)
  const paid = await shop.pay(orderId)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, paid, student.access)).statusCode).toBe(200)
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, dispositions: ['enrolled'] })
  expect((await shop.mails(student.person.email)).length).toBeGreaterThan(1)
})

test('the application role can only append to the log [SEC-098]', async () => {
  const { deps, db } = await createTestApp({ twoRoles: true })
  await sellCourse(db)
  await staffTransaction(deps, meera, (tx) => tx.query(`update courses set title = 'Renamed'`))
  expect((await deps.db.query('select actor_id from audit_log')).rows).toEqual([{ actor_id: 7 }])
  for (const sql of [
    'update audit_log set actor_id = 8',
    'delete from audit_log',
    'truncate audit_log',
    'drop table audit_log',
    'alter table audit_log disable trigger audit_log_append_only',
    'drop trigger audit_log_append_only on audit_log',
    'drop trigger courses_audit on courses',
    'alter table courses disable trigger all',
    'create or replace function audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
    `set session_replication_role = 'replica'`,
    `delete from schema_migrations`,
    'create table mine ()',
  ]) {
    await expect(deps.db.query(sql), sql).rejects.toMatchObject({ code: '42501' })
  }
})

test('a table of a later migration is writable at once', async () => {
  const { deps } = await createTestApp({ twoRoles: true })
  const owner = connect(deps.config.databaseMigrationUrl ?? '', { max: 1, log: deps.log })
  try {
    await owner.query('create table later (id integer generated always as identity, word text)')
    await deps.db.query(`insert into later (word) values ('new')`)
    await expect(deps.db.query('drop table later')).rejects.toMatchObject({ code: '42501' })
  } finally {
    await owner.end()
  }
})

test('several processes can grant the rights again at once', async () => {
  const { deps } = await createTestApp({ twoRoles: true })
  await Promise.all([1, 2, 3].map(() => prepareDatabase(deps.config, deps.db, { log: deps.log, queues })))
  await expect(deps.db.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' })
})

test('rejects an owner URL of another or an unreachable database', async () => {
  const { deps } = await createTestApp()
  const other = await createDatabase({ empty: true })
  const empty = await createDatabase({ empty: true })
  const db = connect(empty.url, { max: 1, log: deps.log })
  try {
    const start = (databaseMigrationUrl: string) =>
      prepareDatabase({ ...deps.config, databaseMigrationUrl }, db, { log: deps.log, queues })
    await expect(start(other.url)).rejects.toThrow(
      new ConfigError('DATABASE_MIGRATION_URL: names another database than DATABASE_URL'),
    )
    await expect(start('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
      /DATABASE_MIGRATION_URL: the database can not be reached/,
    )
  } finally {
    await db.end()
    await other.drop()
    await empty.drop()
  }
})

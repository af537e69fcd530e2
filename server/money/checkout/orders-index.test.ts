import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { migrationsFolder, readMigrations } from '#server/platform/db/read-migrations.ts'

test('creates the index of student orders without blocking writes [SEC-091]', async () => {
  const { db } = await createTestApp()
  const { rows } = await db.query(
    `select indisvalid as valid, pg_get_indexdef(indexrelid) as definition from pg_index
     where indexrelid = 'payment_orders_by_student'::regclass`,
  )
  expect(rows).toEqual([{ valid: true, definition: expect.stringContaining('(user_id, batch_id)') }])
  const migration = (await readMigrations(migrationsFolder)).find(({ sql }) => sql.includes('payment_orders_by_student'))
  expect(migration).toMatchObject({ inTransaction: false, sql: expect.stringContaining('create index concurrently') })
})

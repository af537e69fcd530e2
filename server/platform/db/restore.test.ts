import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { connect } from './connect.ts'
import { exportDatabase } from './export.ts'
import { importDatabase } from './import.ts'

async function restore(options: { isMove?: boolean }) {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  await startBatch(shop.db, batchId, '3 days')
  await signIn(shop)
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-restore-'))
  const file = join(folder, 'school.snapshot.gz')
  const target = await createDatabase({ empty: true })
  const restored = connect(target.url, { max: 2, log: shop.deps.log })
  onTestFinished(async () => {
    await restored.end()
    await target.drop()
    rmSync(folder, { recursive: true })
  })
  await exportDatabase(shop.deps.config.databaseUrl, file)
  await importDatabase(target.url, file, options)
  const { rows } = await restored.query(`
    select (select sequence from class_sessions order by id limit 1) as sequence,
      (select version from class_sessions order by id limit 1) as version,
      (select count(*)::int from sessions where revoked_at is null) as signed_in,
      nextval('users_id_seq')::int - (select max(id) from users)::int as next_user,
      (select count(*)::int from restores where answered_at is null and not is_move) as asked,
      array(select actor_kind || ' ' || table_name from audit_log order by id) as acts`)
  return rows[0]
}

test('a restored school repeats no id, calendar entry or session', async () => {
  // The minute in which the snapshot was made counts as one.
  expect(await restore({})).toEqual({
    sequence: 1002,
    version: 2,
    signed_in: 0,
    next_user: 10_101,
    asked: 1,
    acts: ['operator restores'],
  })
})

test('a moved school goes on with its ids and sessions', async () => {
  expect(await restore({ isMove: true })).toMatchObject({ sequence: 1, signed_in: 1, next_user: 1, asked: 1 })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Staff } from '#server/platform/auth/principal.ts'
import { connect } from '#server/platform/db/connect.ts'
import { exportDatabase } from '#server/platform/db/export.ts'
import { importDatabase } from '#server/platform/db/import.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { staffTransaction } from './staff-transaction.ts'

const meera: Staff = { kind: 'staff', id: 7, roles: ['owner'] }

test('a restored log is equal, continues and stays append-only [SEC-097]', async () => {
  const { deps, db } = await createTestApp()
  const { courseId } = await sellCourse(db)
  await staffTransaction(deps, meera, (tx) => tx.query(`update courses set title = 'Renamed'`))
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-audit-'))
  const file = join(folder, 'school.snapshot.gz')
  const target = await createDatabase({ empty: true })
  const restored = connect(target.url, { max: 2, log: deps.log })
  onTestFinished(async () => {
    await restored.end()
    await target.drop()
    rmSync(folder, { recursive: true })
  })
  await exportDatabase(deps.config.databaseUrl, file)
  await importDatabase(target.url, file, { isMove: true })

  const log = `select * from audit_log where table_name <> 'restores' order by id`
  expect((await restored.query(log)).rows).toEqual((await db.query(log)).rows)
  expect((await restored.query('select title, version from courses')).rows).toEqual([{ title: 'Renamed', version: 2 }])
  await staffTransaction({ db: restored }, meera, (tx) =>
    tx.query(`update courses set publication = 'draft' where id = $1`, [courseId]),
  )
  expect((await restored.query('select id, changes from audit_log order by id')).rows).toMatchObject([
    { id: 1, changes: { title: { after: 'Renamed' } } },
    { id: 2, changes: { restored_at: { before: null } } },
    { id: 3, changes: { published: { before: true, after: false } } },
  ])
  await expect(restored.query('delete from audit_log')).rejects.toThrow(/append-only/)
  await expect(restored.query(`update courses set title = 'Nobody'`)).rejects.toThrow(/names no actor/)
})

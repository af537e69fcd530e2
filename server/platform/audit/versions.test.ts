import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'

test('each update raises the version by exactly one [SEC-099]', async () => {
  const { db } = await createTestApp()
  const { courseId } = await sellCourse(db)
  const versions: number[] = []
  for (const sql of [`title = 'B'`, `title = 'B'`, `title = 'A', version = 1`, `version = 40`]) {
    const { rows } = await db.query<{ version: number }>(`update courses set ${sql} where id = $1 returning version`, [courseId])
    versions.push(rows[0]?.version ?? 0)
  }
  expect(versions).toEqual([2, 3, 4, 5])
})

test('the second of two changes to one version finds no row [SEC-099]', async () => {
  const { db } = await createTestApp()
  const { batchId } = await sellCourse(db)
  const read = (await db.query<{ version: number }>('select version from batches where id = $1', [batchId])).rows[0]?.version
  const change = (capacity: number) =>
    db.query('update batches set capacity = $2 where id = $1 and version = $3 returning version', [batchId, capacity, read])
  const counts = (await Promise.all([change(10), change(20)])).map(({ rowCount }) => rowCount)
  expect(counts).toEqual(expect.arrayContaining([0, 1]))
})

test('a new price does not rewrite the search document', async () => {
  const { db } = await createTestApp()
  const { courseId } = await sellCourse(db)
  const document = async () =>
    (await db.query<{ xmin: string }>(`select xmin::text from search_documents where kind = 'course' and id = $1`, [courseId]))
      .rows[0]?.xmin
  const before = await document()
  await db.query('update courses set price_paise = price_paise + 100 where id = $1', [courseId])
  expect(await document()).toBe(before)
  await db.query(`update courses set title = 'Renamed' where id = $1`, [courseId])
  expect(await document()).not.toBe(before)
})

import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { endpoints } from '#tests/security/endpoints.ts'

test('a trigger announces every cache tag of the contract', async () => {
  const { db } = await createTestApp()
  const { rows } = await db.query<{ tag: string }>(
    `select distinct trim(trailing '\\000' from encode(tgargs, 'escape')) as tag
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = 'announce_change'
     union
     select (regexp_match(p.prosrc, 'invalidate_cache\\(''(\\w+):'))[1]
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.prosrc ~ 'invalidate_cache\\('''`,
  )
  const announced = new Set(rows.map(({ tag }) => tag))
  const declared = endpoints.flatMap(({ cacheTags = [] }) => cacheTags.map((tag) => tag.split(':')[0] ?? ''))
  expect(declared.length).toBeGreaterThan(5)
  expect(declared.filter((tag) => !announced.has(tag))).toEqual([])
})

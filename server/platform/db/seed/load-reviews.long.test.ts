import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/catalog.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { loadDemo } from './load-demo.ts'

test('the demo has reviews of a finished batch in every state', async () => {
  const shop = await createTestApp()
  await loadDemo(shop.db, new Date())
  const { rows } = await shop.db.query<{ state: string; consents: boolean; count: number }>(
    `select state, consented_at is not null as consents, count(*)::int from reviews group by 1, 2 order by 1, 2`,
  )
  expect(rows).toEqual([
    { state: 'published', consents: true, count: 3 },
    { state: 'refused', consents: true, count: 1 },
    { state: 'waiting', consents: false, count: 1 },
    { state: 'waiting', consents: true, count: 1 },
  ])
  const { rows: early } = await shop.db.query(
    `select r.id from reviews r where r.consented_at <= (select max(s.ends_at) from class_sessions s where s.batch_id = 111)
       or r.decided_at > app_now() or r.changed_at > app_now()`,
  )
  expect(early).toEqual([])
  const { reviews } = (await shop.get('/courses/4/')).json<Course>()
  expect(reviews).toHaveLength(6)
  expect(new Set(reviews.map(({ course }) => course)).size).toBe(1)
})

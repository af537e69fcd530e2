import { expect, test } from 'vitest'
import { system } from '#server/platform/auth/principal.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { countStatements } from '#tests/school/count-statements.ts'
import { sweepLimits } from '#server/platform/http/sweep-limits.ts'

test('a sweep deletes more rows than one slice', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into limit_counters (key, window_start, count)
     select 'k' || n, now() - case when n = 0 then interval '1 hour' else interval '2 days' end, 1 from generate_series(0, 5001) n`,
  )
  expect(await countStatements(shop, () => sweepLimits(shop.deps, system))).toBe(2)
  expect((await shop.db.query('select key from limit_counters')).rows).toEqual([{ key: 'k0' }])
})

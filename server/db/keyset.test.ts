import { expect, test } from 'vitest'
import { createTestApp } from '#tests/create-test-app.ts'
import { keyset } from './keyset.ts'

test('a total ends at ten thousand rows', async () => {
  const { db } = await createTestApp()
  const numbers = keyset<{ id: number }>({
    name: 'numbers',
    select: 'id',
    from: 'generate_series(1, 12000) id',
    where: 'id <= $1',
    filters: 1,
    sorts: { id: 'integer' },
  })
  expect(await numbers.total(db, [0])).toEqual({ total: 0, total_is_exact: true })
  expect(await numbers.total(db, [10_000])).toEqual({ total: 10_000, total_is_exact: true })
  expect(await numbers.total(db, [10_001])).toEqual({ total: 10_000, total_is_exact: false })
  expect(await numbers.count(db, [10_001])).toBe(10_001)
})

import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { hasOrder } from './reverse-unordered-rows.ts'

const numbers = 'from generate_series(1, 3) as n'

test('rows without an order come in reverse', async () => {
  const { db, deps } = await createTestApp()
  const read = async (pool: typeof db, sql: string) => (await pool.query<{ n: number }>(sql)).rows.map(({ n }) => n)
  expect(await read(db, `select n ${numbers}`)).toEqual([3, 2, 1])
  expect(await read(deps.db, `select n ${numbers}`)).toEqual([3, 2, 1])
  expect(await read(db, `select n ${numbers} order by n`)).toEqual([1, 2, 3])
})

test.each([
  ['select 1 order by 1', true],
  ['select 1\nORDER BY 1', true],
  ['select * from (select 1 order by 1) t', false],
  ['select array_agg(n order by n), count(*) from t', false],
  ["select ') order by (' from t", false],
  ["select '(' from t order by 1", true],
])('finds the order of a result: %s', (sql, expected) => {
  expect(hasOrder(sql)).toBe(expected)
})

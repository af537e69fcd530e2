import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { keyset } from './keyset.ts'

const numbers = keyset<{ id: number }>({
  name: 'numbers',
  select: 'id',
  from: 'generate_series(1, 12000) id',
  where: 'id <= $1',
  filters: 1,
  sorts: { id: 'integer' },
})

test('a total ends at ten thousand rows', async () => {
  const { db } = await createTestApp()
  expect(await numbers.total(db, [0])).toEqual({ total: 0, total_is_exact: true })
  expect(await numbers.total(db, [10_000])).toEqual({ total: 10_000, total_is_exact: true })
  expect(await numbers.total(db, [10_001])).toEqual({ total: 10_000, total_is_exact: false })
  expect(await numbers.count(db, [10_001])).toBe(10_001)
})

test('a list is planned for the filters of each call', async () => {
  const { db } = await createTestApp()
  const client = await db.connect()
  onTestFinished(() => client.release())
  for (let call = 0; call < 7; call += 1) {
    const { items } = await numbers.page(client, { sort: '-id', limit: 2, filters: [call] })
    expect(items.map(({ id }) => id)).toEqual([call, call - 1].filter((id) => id > 0))
    await numbers.total(client, [call])
  }
  // The connection may have served other calls before, which prepare their statements.
  const prepared = await client.query(
    `select name from pg_prepared_statements where strpos(statement, 'generate_series(1, 12000)') > 0`,
  )
  expect(prepared.rows).toEqual([])
})

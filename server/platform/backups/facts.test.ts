import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { compareFacts, readFacts } from './facts.ts'
import { openClient } from './find-cluster.ts'

test('rows and sums of money are those of the database', async () => {
  const shop = await createTestApp()
  const client = await openClient(shop.deps.config.databaseUrl)
  try {
    const before = await readFacts(client)
    await sellCourse(shop.db, { price: 4_150_000 })
    const after = await readFacts(client)
    expect(after.rows['courses']).toBe((before.rows['courses'] ?? 0) + 1)
    expect(BigInt(after.money['courses.price_paise'] ?? 0) - BigInt(before.money['courses.price_paise'] ?? 0)).toBe(4_150_000n)
    expect(Object.keys(after.rows).filter((name) => name.startsWith('pgboss'))).toEqual([])
    expect(compareFacts(before, after)).toContain(
      `courses has ${after.rows['courses']} rows, and the set counted ${before.rows['courses']}`,
    )
    expect(compareFacts(after, after)).toEqual([])
  } finally {
    await client.end()
  }
})

test('a sum beyond exact numbers is compared exactly', () => {
  const facts = (sum: string) => ({ rows: { payments: 2 }, money: { 'payments.amount_paise': sum } })
  expect(compareFacts(facts('9007199254740992'), facts('9007199254740993'))).toHaveLength(1)
})

test('rows that an import writes may be more, and none less', () => {
  const facts = (rows: number) => ({ rows: { restores: rows }, money: {} })
  expect(compareFacts(facts(0), facts(1), { restores: 1 })).toEqual([])
  expect(compareFacts(facts(0), facts(2), { restores: 1 })).toHaveLength(1)
  expect(compareFacts(facts(1), facts(0), { restores: 1 })).toHaveLength(1)
})

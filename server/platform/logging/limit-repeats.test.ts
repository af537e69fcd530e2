import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { limitRepeats } from './limit-repeats.ts'
import { createLog } from './log.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('an outage writes ten lines a minute and counts the rest [SEC-078]', () => {
  let now = 0
  const decide = limitRepeats(() => now)
  const written = Array.from({ length: 1000 }, () => decide('request failed', away)).filter(({ write }) => write)
  expect(written).toHaveLength(10)
  now = 60_000
  expect(decide('request failed', away)).toEqual({ write: true, suppressed: 990 })
  expect(decide('request failed', away)).toEqual({ write: true, suppressed: 0 })
})

test('logs every failure that is not an outage [SEC-078]', () => {
  const lines: string[] = []
  const log = createLog({ write: (line: string) => void lines.push(line) })
  for (let count = 0; count < 50; count += 1) log.error({ err: new Error('a programming error') }, 'request failed')
  log.warn('a plain line')
  expect(lines).toHaveLength(51)
  expect(lines[50]).toContain('a plain line')
})

test('200 calls log little while the database is unreachable [SEC-078]', async () => {
  const shop = await createTestApp()
  const { db } = shop.deps
  shop.deps.db = Object.assign(Object.create(db) as typeof db, { query: () => Promise.reject(away) })
  const before = shop.logged.length
  const answers = await Promise.all(Array.from({ length: 200 }, () => shop.get('/courses/')))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([503]))
  shop.deps.db = db
  const bytes = shop.logged.slice(before).join('\n').length
  expect(shop.logged.length - before).toBeLessThanOrEqual(20)
  expect(bytes).toBeLessThan(100_000)
})

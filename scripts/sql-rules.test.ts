import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/platform/db/migrations/**'] })

test.each([
  // A list shows the state of each place, also of those that ended.
  ['an active place is a row of active_enrolments', /(?<!case when \w+\.)\bended_at is null/],
  ['a captured payment is a row of captured_payments, or is_captured', /\bin \('captured', 'refunded'\)/],
  ['the seats of a batch are counted by free_seats', /\bcapacity\s*-\s*\(select/],
  ['a hold that takes a seat is a row of seat_holds', /\bhold_until > app_now\(\)\s+and not exists \(/],
  ['the teacher of a class is a column of numbered_sessions', /coalesce\(\w+\.instructor_id, \w+\.instructor_id\)/],
])('%s', (_rule, sql) => {
  expect(sources.filter((file) => sql.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync(['{contract,server,scripts,postgres}/**/*.test.ts', 'tests/**/*.ts'], { cwd: root })
const write = /\b(?:insert into|update|delete from) (?:batches|class_sessions|batch_patterns)\b/g

/** How often a test may write to the tables of classes without a verb, and why. */
const reasons: Record<string, [count: number, reason: string]> = {
  'server/catalog/offers/list-batch-page.test.ts': [1, 'a hundred batches'],
  'server/classes/batches/check-patterns.test.ts': [14, 'the triggers that forget a check, and hundreds of batches'],
  'server/classes/calendar/calendar.test.ts': [1, 'the time at which a row was made'],
  'server/classes/classroom/classroom.test.ts': [2, 'a provider that the product does not have'],
  'server/classes/sessions/generation.test.ts': [13, 'the functions of the database that make classes'],
  'server/classes/sessions/sessions.test.ts': [1, 'a constraint'],
  'server/classes/trials/tell-guests.test.ts': [1, 'the time at which a row was changed'],
  'server/classes/week/read-week.test.ts': [2, 'hundreds of batches'],
  'server/desk/arrivals/arrivals.test.ts': [1, 'a batch that somebody has changed since'],
  'server/desk/figures/figure-sums.test.ts': [2, 'the triggers that note changes, and a database of an earlier version'],
  'server/platform/audit-log/audit-log.test.ts': [2, 'the triggers of the log, which no actor escapes'],
  'server/platform/audit/versions.test.ts': [1, 'the trigger that counts versions'],
  'server/platform/cache/response-cache.test.ts': [1, 'the triggers that announce changes'],
  'server/platform/db/class-sessions.test.ts': [2, 'a database of an earlier version'],
  'server/platform/db/migrate.test.ts': [1, 'a database of an earlier version'],
  'tests/e2e/room.long.test.ts': [2, 'states that a running product leaves within seconds, or reaches in days'],
  'tests/e2e/selling.long.test.ts': [1, 'a batch that is full after one sale'],
  'tests/e2e/waitlist.test.ts': [1, 'a batch that is full whatever other tests sell'],
  'tests/faults/backups.long.test.ts': [1, 'a mistake that the console does not allow'],
  'tests/faults/pages-follow-changes.long.test.ts': [2, 'the triggers that announce changes'],
  'tests/school/empty-school.long.test.ts': [1, 'other texts for every record of the demo'],
  'tests/security/addresses.test.ts': [1, 'a constraint'],
}

test('tests write batches and classes by verbs, with named exceptions', () => {
  const found = files.flatMap((file): [string, number][] => {
    const count = readFileSync(join(root, file), 'utf8').match(write)?.length ?? 0
    return count > 0 ? [[file, count]] : []
  })
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(reasons).map(([file, [count]]) => [file, count])))
})

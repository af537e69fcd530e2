import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { fillSchool } from '../../bench/growth/fill-school.ts'
import { fullSize } from '../../bench/growth/tables.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { endWithFile } from '#tests/runner/end-with-file.ts'
import { allowedReads } from './allowed-reads.ts'
import { growTo } from './grow-to.ts'
import { openClient } from './open-client.ts'
import { type Plan, type School, unconditionalReads, wholeReads } from './read-plan.ts'
import { recordCalls, type Sent, unknownAddress } from './record-calls.ts'

// Every statement of the server registers itself when its module is loaded, so that no new one can be forgotten.
const statements = vi.hoisted(() => new Map<string, string>())
vi.mock('#server/platform/db/query.ts', async (original) => ({
  ...(await original<object>()),
  statement(name: string, text: string) {
    statements.set(name, text)
    return { name, text }
  },
}))

const server = join(import.meta.dirname, '..', '..', 'server')
/** Programs start something when they are loaded. The demo is loaded into an empty school once. */
const left = /^(main\.ts|platform[/\\]documents[/\\]worker\.ts|platform[/\\]db[/\\]seed[/\\].*)$|\.test\.ts$/
const modules = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !left.test(file),
)
const parts = 5

const onFinished = endWithFile()
let client: pg.ClientBase
let school: School
/** The values of each statement that the calls sent. */
let sent: Sent
let failed: string[]

// The plans prove the rules, however long the machine takes. The limit ends a set-up that hangs.
beforeAll(async () => {
  for (const file of modules) await import(/* @vite-ignore */ join(server, file))
  const shop = await createTestApp({ onFinished })
  client = await openClient(shop, onFinished)
  await fillSchool(client, parts)
  ;({ sent, failed } = await recordCalls(shop))
  school = await growTo(client, fullSize / parts)
}, 600_000)

test('a statement takes waiting rows in a part that runs once', () => {
  const texts = [...statements].filter(([, text]) => /skip locked/.test(text))
  expect(texts.length).toBeGreaterThan(4)
  // A join or a condition with `in` may run such a part once for each row, and each run takes other rows.
  const repeated = texts.filter(([, text]) =>
    /\b(?:from|join|in)\s*\(\s*select\b[^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*skip locked/i.test(text),
  )
  expect(repeated.map(([name]) => name)).toEqual([])
})

test('no statement reads a growing table in whole', { timeout: 600_000 }, async () => {
  expect(failed).toEqual([])
  expect(statements.size).toBeGreaterThan(1000)
  const found: Record<string, string> = {}
  for (const [name, text] of statements) {
    // A next page is the list from a row on.
    if (name.endsWith('_after') && statements.has(name.slice(0, -'_after'.length))) continue
    const reads = await readsOfStatement(text)
    if (reads.length > 0) found[name] = [...new Set(reads)].join(', ')
  }
  const unexpected = Object.entries(found).filter(([name]) => !allowedReads.some(({ names }) => names.test(name)))
  const remedy =
    'Give it an index for these columns. A new table is filled by bench/growth/tables.ts, or it is `small` in grow-to.ts. A read in whole that is meant stands in allowed-reads.ts.'
  expect(Object.fromEntries(unexpected), remedy).toEqual({})
  const unneeded = allowedReads.filter(({ names }) => !Object.keys(found).some((name) => names.test(name)))
  expect(unneeded).toEqual([])
})

test('each staff search with addresses finds a whole one by index', async () => {
  // Also an address that nobody has.
  const searches = [...statements].filter(([, text]) => (sent.get(text) ?? []).some((values) => values.includes(unknownAddress)))
  const ofAddress = searches.filter(([, text]) => /\bemail like\b/.test(text))
  expect(ofAddress.length).toBeGreaterThan(12)
  const unlooked: Record<string, string> = {}
  for (const [name, text] of ofAddress)
    for (const values of (sent.get(text) ?? []).filter((given) => given.includes(unknownAddress)).slice(0, 2)) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [...values])
      const reads = unconditionalReads(rows[0]!['QUERY PLAN'][0].Plan, school)
      if (reads.length > 0) unlooked[name] = [...new Set(reads)].join(', ')
    }
  expect(unlooked).toEqual({})
  const withoutLookup = searches.filter(
    ([, text]) => /folded\((?:[^()]|\([^()]*\))*\b[ue]\.email/.test(text) && !/\bemail like\b/.test(text),
  )
  expect(withoutLookup.map(([name]) => name)).toEqual([])
})

test('a read in whole is found once its index is gone', async () => {
  const payments = statements.get('payments_of_student') ?? ''
  expect(await readsOfStatement(payments)).toEqual([])
  await client.query('drop index payment_orders_by_student, enrolments_by_user, enrolments_by_student')
  expect(await readsOfStatement(payments)).toContain('payment_orders')
})

/** PostgreSQL plans a statement for any values, and for the values sent when that is cheaper. */
async function readsOfStatement(text: string): Promise<string[]> {
  // Savepoints have no plan.
  if (!/^\s*(select|insert|update|delete|with|merge)\b/i.test(text)) return []
  const explain = async (options: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (${options}, format json) ${text}`, values)
    return wholeReads(rows[0]!['QUERY PLAN'][0].Plan, school)
  }
  const general = await explain('generic_plan').catch((error: Error) => [error.message])
  const values = sent.get(text)
  if (general.length === 0 || !values) return general
  const special: string[] = []
  for (const given of values.slice(0, 4)) special.push(...(await explain('costs', given)))
  return special
}

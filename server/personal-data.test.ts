import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/create-test-app.ts'
import { personalData } from './personal-data.ts'

const statementsOf = (kind: 'account' | 'claimedAddress' | 'address' | 'last') =>
  personalData.flatMap(({ erasures }) => erasures[kind] ?? [])
const erasures = [
  ...statementsOf('account'),
  ...statementsOf('claimedAddress'),
  ...statementsOf('address'),
  ...statementsOf('last'),
]
const parts = new Map(personalData.flatMap(({ exports }) => Object.entries({ ...exports.account, ...exports.address })))
const declared = personalData.flatMap(({ columns }) => Object.entries(columns))

/** Returns every reference to an account and every column whose name identifies a person or device. */
async function personalColumns(shop: TestApp): Promise<string[]> {
  const { rows } = await shop.db.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p', 'm') and a.attnum > 0 and not a.attisdropped and (
       exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'users'::regclass and a.attnum = any (f.conkey))
       or a.attname ~ '(^|_)(e?mail|phone|mobile|address|contact|network|ip|user_agent|full_name)$')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every personal column is declared [SEC-069]', async () => {
  const shop = await createTestApp()
  const names = await personalColumns(shop)
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !declared.some(([column]) => column === name))).toEqual([])
})

test('a new personal column fails the check until it is declared', async () => {
  const shop = await createTestApp()
  await shop.db.query('create table reviews (id int primary key, author bigint references users (id), reply_phone text)')
  const names = await personalColumns(shop)
  expect(names.filter((name) => !declared.some(([column]) => column === name))).toEqual(['reviews.author', 'reviews.reply_phone'])
})

test('every declared column exists and is declared once', async () => {
  const shop = await createTestApp()
  const { rows } = await shop.db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const known = new Set(rows.map(({ name }) => name))
  expect(declared.map(([column]) => column).filter((column) => !known.has(column))).toEqual([])
  expect(new Set(declared.map(([column]) => column)).size).toBe(declared.length)
})

test.each(declared)('%s is exported and erased by statements that read its table', (column, { exported, erased }) => {
  const [table = '', name = ''] = column.split('.')
  const reads = (text: string | undefined) => new RegExp(`\\b(?:from|join|update|into) ${table}\\b`).test(text ?? '')
  if (typeof exported === 'string') expect(reads(parts.get(exported)?.text), exported).toBe(true)
  else expect(exported.no).toMatch(/^[A-Z].{20,}\.$/)
  if (typeof erased !== 'string') {
    expect(erased.retained).toMatch(/^[A-Z].{20,}\.$/)
    return
  }
  const text = erasures.find((statement) => statement.name === erased)?.text
  expect(reads(text), erased).toBe(true)
  // A deletion erases the whole row; another statement must name the column.
  expect(text?.startsWith('delete from') || new RegExp(`\\b${name}\\b`).test(text ?? ''), erased).toBe(true)
})

test('every erasure and every exported part has a unique name', () => {
  expect(new Set(erasures.map(({ name }) => name)).size).toBe(erasures.length)
  const names = personalData.flatMap(({ exports }) => [
    ...Object.keys(exports.account ?? {}),
    ...Object.keys(exports.address ?? {}),
  ])
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted()).toEqual(
    `changes_that_can_be_undone changes_that_wait_for_a_code code_mails_by_network codes disputes earlier_addresses enquiries enrolments
     mails orders payments payments_without_an_order profile receipts recording_links refund_vouchers refunds requests sessions
     sign_in_networks watched_recordings wrong_codes_by_network`.split(/\s+/),
  )
})

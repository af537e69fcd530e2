import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { personalData } from '#server/features.ts'
import { readDeclarations } from '#scripts/read-tables.ts'

const statementsOf = (kind: 'account' | 'claimedAddress' | 'unprovenAddress' | 'address' | 'last') =>
  personalData.flatMap(({ erasures }) => erasures[kind] ?? [])
const erasures = [
  ...statementsOf('account'),
  ...statementsOf('claimedAddress'),
  ...statementsOf('unprovenAddress'),
  ...statementsOf('address'),
  ...statementsOf('last'),
]
const parts = new Map(personalData.flatMap(({ exports }) => Object.entries({ ...exports.account, ...exports.address })))
const declarations = await readDeclarations()
const columns = [...declarations].flatMap(([table, { personal = [] }]) =>
  personal.flatMap((rule) => rule.columns.map((column) => ({ name: `${table}.${column}`, rule }))),
)
/** Columns that the check finds and that hold no data of a person, with the reason. */
const impersonal = Object.fromEntries(columns.flatMap(({ name, rule }) => ('no' in rule ? [[name, rule.no]] : [])))
const declared = columns.flatMap(({ name, rule }) => ('no' in rule ? [] : [[name, rule] as const]))
const isKnown = (name: string) => name in impersonal || declared.some(([column]) => column === name)

/**
 * Returns every column that may be personal: a reference to an account, an id beside a kind of actor, a name that identifies a
 * person or device, JSON, and what the audit masks.
 */
async function personalColumns(shop: TestApp): Promise<string[]> {
  const { rows } = await shop.db.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p', 'm') and a.attnum > 0 and not a.attisdropped and (
       exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'users'::regclass and a.attnum = any (f.conkey))
       or (a.attname ~ '_id$' and exists (
         select 1 from pg_attribute k where k.attrelid = c.oid and not k.attisdropped and k.attname = regexp_replace(a.attname, '_id$', '_kind')))
       or a.atttypid = 'jsonb'::regtype
       or exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'audit_change'::regproc
         and a.attname = any (string_to_array(split_part(encode(t.tgargs, 'escape'), '\\000', 2), ',')))
       or a.attname ~ '(^|_)(e?mail|phone|mobile|address|contact|network|ip|user_agent|full_name)$')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every personal column is declared [SEC-069]', async () => {
  const shop = await createTestApp()
  const names = await personalColumns(shop)
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !isKnown(name))).toEqual([])
})

test('a new personal column fails the check until it is declared', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `create table remarks (id int primary key, author bigint references users (id), reply_phone text, answers jsonb, quote text,
       approved_by_kind text, approved_by_id bigint, batch_id bigint)`,
  )
  await shop.db.query(`select audit_table('remarks', 'id', 'quote')`)
  const names = await personalColumns(shop)
  expect(names.filter((name) => !isKnown(name))).toEqual([
    'remarks.answers',
    'remarks.approved_by_id',
    'remarks.author',
    'remarks.quote',
    'remarks.reply_phone',
  ])
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

test('every impersonal column is found and not declared as personal', async () => {
  const names = await personalColumns(await createTestApp())
  expect(Object.keys(impersonal).filter((column) => !names.includes(column))).toEqual([])
  expect(declared.map(([column]) => column).filter((column) => column in impersonal)).toEqual([])
})

test.each(declared)('%s is exported and erased by statements that read its table', (column, { exported, erased }) => {
  const [table = '', name = ''] = column.split('.')
  const reads = (text: string | undefined) => new RegExp(`\\b(?:from|join|update|into) (?:active_)?${table}\\b`).test(text ?? '')
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

test('no erasure changes a table that only staff may change', () => {
  const refused = [...declarations].filter(
    ([, { guarded, personal = [] }]) =>
      guarded === true && personal.some((rule) => 'erased' in rule && typeof rule.erased === 'string'),
  )
  expect(
    refused.map(([table]) => table),
    "the guard rejects each erasure: declare guarded: { no: 'staff write them, and erasure deletes them' }",
  ).toEqual([])
})

test('every erasure and every exported part has a unique name', () => {
  expect(new Set(erasures.map(({ name }) => name)).size).toBe(erasures.length)
  const names = personalData.flatMap(({ exports }) => [
    ...Object.keys(exports.account ?? {}),
    ...Object.keys(exports.address ?? {}),
  ])
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted(), 'the parts of an export; add a new one to this list').toEqual(
    `absence_notices answers_to_questions approvals arrivals_of_the_school attendance_marks attendance_report_rows buyer calendar_feed certificates changes_that_can_be_undone changes_that_wait_for_a_code checkout_reminders class_hands class_marks class_messages class_notes class_people class_poll_answers class_presence class_questions class_reminders class_votes classes_joined code_mails_by_network codes copies_by_the_school
     disputes earlier_addresses enquiries enrolment_moves enrolments imports_of_the_school instalments lead_messages lead_notes mail_preferences mails
     messages notes_of_the_school offline_payments orders past_payments payment_choices payment_links payment_links_of_the_address payments payments_without_an_order profile questions receipts recording_links
     refund_notes refund_vouchers refunds refused_by_the_mail_server requests reviews scholarships sessions
     sign_in_networks submissions trial_seats waiting_documents waitlist watched_recordings wrong_codes_by_network`.split(/\s+/),
  )
})

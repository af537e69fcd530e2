import { expect, test, vi } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sections } from '#console/navigation.ts'
import { hasLabel, labelOfColumn, silentColumns } from './columns.ts'
import { textOfValue } from './values.ts'

/** Audited tables and their columns. */
async function auditedColumns(): Promise<{ table: string; column: string }[]> {
  const { db } = await createTestApp()
  const { rows } = await db.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'audit_change'::regproc)`,
  )
  return rows
}

test('every audited column has a label or is silent', async () => {
  const found = await auditedColumns()
  expect(found.length).toBeGreaterThan(300)
  const unnamed = found.filter(({ column }) => !silentColumns.has(column) && !hasLabel(column))
  expect(
    unnamed.map(({ table, column }) => `${table}.${column}`),
    'give them a label in columns.ts, or name them among its silentColumns',
  ).toEqual([])
})

/** Tables whose screen has a name of its own. */
const tableOfScreen: Readonly<Record<string, string>> = {
  '/imports': 'student_imports',
  '/offline-payments': 'offline_payments',
  '/orders': 'payment_orders',
  '/policies': 'policy_versions',
  '/reply-templates': 'reply_templates',
  '/requests': 'purchase_requests',
  '/resources': 'utility_items',
  '/services': 'utility_items',
  '/students': 'users',
}
/** Fields of a screen that only have the name of a column. */
const others = new Set([
  // How the attempts of a payment stand together, not the status of one.
  'payments.status',
  // Its reference is that of an offline payment.
  'payments.reference',
  // The screen shows whether it stands, the log when it ended.
  'certificates.revoked_at',
  // The screen of orders shows its own choice of states.
  'payment_orders.status',
])

/** Choices of a filter that no row has. */
const notStored = new Set(['disputes.status=waiting'])

test('the log has the labels and states of the screens', async () => {
  // Some screens ask for the width of the window when they load.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
  const columns = new Set((await auditedColumns()).map(({ table, column }) => `${table}.${column}`))
  const differing: string[] = []
  let compared = 0
  for (const { path, ...destination } of sections.flatMap(({ destinations }) => destinations)) {
    const table = tableOfScreen[path] ?? path.slice(1).replaceAll('-', '_')
    if (!('load' in destination)) continue
    const { screen } = await destination.load()
    const isColumn = (name: string) =>
      columns.has(`${table}.${name}`) && !silentColumns.has(name) && !others.has(`${table}.${name}`)
    for (const [name, label] of Object.entries(screen.labels).filter(([name]) => isColumn(name))) {
      compared++
      if (labelOfColumn(table, name) !== label) differing.push(`${table}.${name}: ${labelOfColumn(table, name)}, not ${label}`)
    }
    for (const filter of screen.filters) {
      if (filter.kind !== 'choice' || !isColumn(filter.name)) continue
      for (const { value, label } of filter.choices) {
        compared++
        const word = textOfValue(table, filter.name, value === 'true' || (value === 'false' ? false : value))
        if (!notStored.has(`${table}.${filter.name}=${value}`) && word !== label)
          differing.push(`${table}.${filter.name}=${value}: ${word}, not ${label}`)
      }
    }
  }
  expect(compared).toBeGreaterThan(100)
  expect(differing, 'a column has one label; other words stand under the name of the table in columns.ts').toEqual([])
})

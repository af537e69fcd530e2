import { expect, test } from 'vitest'
import type { Migration } from '#server/platform/db/read-migrations.ts'
import { migrationsFolder, readMigrations } from '#server/platform/db/read-migrations.ts'
import { releases } from '#tests/runner/releases.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { runUpgradeCheck, type Upgrade } from './cli.ts'
import { createdTable, judgeStatement, takesAway } from './judge-statement.ts'
import { planUpgrade } from './plan-upgrade.ts'
import { splitStatements } from './split-statements.ts'

const none = new Set<string>()

test('statements end at semicolons outside of texts and bodies', () => {
  const sql = `-- a; comment
    insert into a values ('x; y', "odd;name"); /* ; */
    create function f() returns int language plpgsql as $body$ begin; return 1; end; $body$;
    create function g() returns int language sql begin atomic select 1; select 2; end;
    select 1`
  expect(splitStatements(sql)).toEqual([
    `insert into a values ('x; y', "odd;name")`,
    'create function f() returns int language plpgsql as $body$ begin; return 1; end; $body$',
    'create function g() returns int language sql begin atomic select 1; select 2; end',
    'select 1',
  ])
})

test.each([
  ['alter table orders add column note text', 'orders', 'reads', 'not'],
  ['alter table orders alter column total type bigint', 'orders', 'reads', 'bytes'],
  ['alter table orders add constraint c check (total > 0)', 'orders', 'reads', 'bytes'],
  ['alter table orders add constraint c check (total > 0) not valid', 'orders', 'reads', 'not'],
  ['alter table orders validate constraint c', 'orders', 'none', 'bytes'],
  ['create index orders_by_day on orders (day)', 'orders', 'writes', 'bytes'],
  ['create index concurrently if not exists orders_by_day on orders (day)', 'orders', 'none', 'bytes'],
  ['update orders set note = null where note = 1', 'orders', 'none', 'rows'],
  ['drop table orders', 'orders', 'reads', 'not'],
  ['create trigger t after insert on orders execute function f()', 'orders', 'writes', 'not'],
  ['create table orders (id integer)', undefined, 'none', 'not'],
])('%s locks what the manual says', (statement, table, blocks, grows) => {
  expect(judgeStatement(statement, none)).toEqual({ table, blocks, grows })
})

test('a table of the same upgrade keeps nobody waiting', () => {
  const table = createdTable('create table notes (id integer)') ?? ''
  expect(table).toBe('notes')
  expect(judgeStatement('create index notes_by_id on notes (id)', new Set([table]))).toMatchObject({ blocks: 'none' })
})

test('a plan names the lock and the time on the data', async () => {
  const shop = await createTestApp()
  await shop.db.query('create table big as select n as id, repeat(n::text, 40) as text from generate_series(1, 60000) n')
  await shop.db.query('analyze big')
  const known = await readMigrations(migrationsFolder)
  const extra: Migration = {
    name: '9999_extra',
    sql: `create index big_by_id on big (id); update big set text = ''; create table tiny (id integer); create index tiny_by_id on tiny (id);`,
    checksum: '',
    inTransaction: true,
    step: 'contract',
  }
  const [planned, ...others] = await planUpgrade(shop.db, [...known, extra])
  expect(others).toEqual([])
  expect(planned).toMatchObject({
    name: '9999_extra',
    step: 'contract',
    statements: [
      { table: 'big', blocks: 'writes', rows: 60_000 },
      { table: 'big', blocks: 'none', rows: 60_000, seconds: 6 },
    ],
  })
  expect(planned?.statements[0]?.seconds).toBeGreaterThan(0)
  expect(await planUpgrade(shop.db, known)).toEqual([])
})

const upgrade: Upgrade = { from: '1.0.0', to: '1.1.0', migrations: [], settings: [], checks: [], rehearsedSeconds: undefined }
const print = (more: Partial<Upgrade>, ...args: string[]) => runUpgradeCheck(async () => ({ ...upgrade, ...more }), args)
const index = { text: '', table: 'orders', blocks: 'writes', rows: 2_000_000, seconds: 40 } as const

test('an upgrade that keeps nobody waiting needs nobody', async () => {
  const { lines, code } = await print({
    migrations: [{ name: '0300_more', step: 'expand', statements: [{ ...index, seconds: 0 }] }],
  })
  expect(code).toBe(0)
  expect(lines).toContain('From version 1.0.0 to 1.1.0.')
  expect(lines).toContain('        nobody writes orders (20,00,000 rows), a moment')
  expect(lines.at(-1)).toBe('Nothing needs you.')
})

test('an upgrade names each thing that needs a person', async () => {
  const { lines, code } = await print({
    migrations: [{ name: '0300_less', step: 'contract', statements: [index] }],
    settings: [{ name: 'OLD_NAME', since: '1.1.0', advice: 'Set NEW_NAME.' }],
    checks: [{ name: 'backups', title: 'Backups', ok: false, figure: 'no verified set', advice: 'Make one.' }],
  })
  expect(code).toBe(1)
  expect(lines.filter((line) => line.startsWith('!!'))).toEqual([
    '!!  Calls may wait for about 40 seconds. Do it when no class is held and nobody pays.',
    '!!  There is no way back over 0300_less but a backup. Make one first: npm run backup.',
    '!!  OLD_NAME is not read since 1.1.0. Set NEW_NAME.',
    '!!  Backups: no verified set. Make one.',
  ])
})

test('a monitor reads JSON, and a wrong call ends with 2', async () => {
  const { lines, code } = await print({}, '--json')
  expect([code, JSON.parse(lines[0] ?? '')]).toMatchObject([0, { ok: true, from: '1.0.0', to: '1.1.0', migrations: [] }])
  expect((await print({}, '--jsn')).code).toBe(2)
  expect((await print({}, '--json', '--json')).code).toBe(2)
})

/** Later migrations say when they take something away. */
const firstRelease = releases[0]?.lastMigration ?? ''

test('a migration that takes something away says so', async () => {
  const created = new Set<string>()
  const wrong = (await readMigrations(migrationsFolder))
    .filter(({ name, step }) => name > firstRelease && step === 'expand')
    .flatMap(({ name, sql }) =>
      splitStatements(sql).flatMap((statement) => {
        const table = createdTable(statement)
        if (table !== undefined) created.add(table)
        return takesAway(statement, created) ? [`${name}: ${statement}`] : []
      }),
    )
  expect(wrong, 'Begin the file with `-- contract: why`, in a release of its own.').toEqual([])
  expect(takesAway('alter table orders drop column note', none)).toBe(true)
  expect(takesAway('drop table orders', none)).toBe(true)
  expect(takesAway('alter table orders add column note text', none)).toBe(false)
})

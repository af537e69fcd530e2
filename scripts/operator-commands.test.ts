import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { connect } from '#server/platform/db/connect.ts'
import { notMigrated } from '#server/platform/db/require-migrated.ts'
import { createDatabase } from '#tests/postgres/database.ts'
import { sold } from '#tests/school/sell-with-receipt.ts'

async function emptyDatabase(): Promise<string> {
  const database = await createDatabase({ empty: true })
  onTestFinished(() => database.drop())
  return database.url
}

/** Runs a command as npm does, from another folder. */
async function run(folder: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bootstrap.mjs'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
    env: { PATH: process.env.PATH, ...env },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out: out + err }
}

test('an import takes its answer as an option', async () => {
  const { shop } = await sold()
  const folder = makeFolder('operator-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { rows } = await shop.db.query<{ name: string }>('select current_database() as name')
  const target = await emptyDatabase()
  const source = Object.assign(new URL(target), { pathname: rows[0]?.name }).href
  expect(await run(folder, { DATABASE_URL: source }, 'db:export', 'snapshot')).toMatchObject({ code: 0 })
  const runImport = () => run(folder, { DATABASE_URL: target }, 'db:import', 'snapshot', '--issued', 'new')
  expect(await runImport()).toEqual({ code: 0, out: expect.stringMatching(/^Imported .*\nThe next number is KS/) })

  const done = 'This snapshot is imported here already.\n'
  expect(await runImport()).toEqual({ code: 0, out: `${done}Nothing is left to do. Start the server.\n` })
  // As if the first import had been killed before it stored its answer.
  const db = connect(target, { max: 1, log: { warn() {} }, actor: 'operator' })
  await db.query('update restores set answered_at = null, answer = null, is_move = false')
  await db.end()
  expect(await runImport()).toEqual({ code: 0, out: expect.stringMatching(`^${done}The next number is KS`) })
})

test('a look at the health says what needs somebody', async () => {
  const folder = makeFolder('operator-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: '9', RAZORPAY_API_URL: 'http://127.0.0.1:9' }
  const { code, out } = await run(folder, env, 'health', '--json')
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: { name: string; ok: boolean; advice: string | null }[] }
  expect([code, ok]).toEqual([1, false])
  expect(checks.find(({ name }) => name === 'server')).toMatchObject({ ok: false, advice: expect.stringContaining('PORT') })
  expect(checks.find(({ name }) => name === 'migrations')).toMatchObject({ ok: true })
  expect(await run(folder, env, 'health', '--xml')).toEqual({ code: 2, out: 'npm run health -- [--json]\n' })
  expect(await run(folder, { DATA_DIR: folder }, 'health')).toEqual({
    code: 1,
    out: expect.stringMatching(/^There is no school in /),
  })
})

test('an export leaves the reserve of the disk', async () => {
  const folder = makeFolder('operator-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, DATA_DIR: folder }
  expect(await run(folder, { ...env, DISK_RESERVE_MB: '1000000' }, 'db:export', 'snapshot')).toEqual({
    code: 1,
    out: expect.stringMatching(/^The disk of DATA_DIR is nearly full.*\n$/),
  })
  expect(readdirSync(folder)).toEqual([])
  expect(await run(folder, { ...env, DISK_RESERVE_MB: '0' }, 'db:export', 'snapshot')).toMatchObject({ code: 0 })
})

const commands = [
  ['payments', 'series'],
  ['staff', 'list'],
  ['certificates', 'keys'],
  ['import:demo'],
  ['school:export', 'unmade.tar.gz'],
]

test('every command says that a database is not migrated', async () => {
  const env = { DATABASE_URL: await emptyDatabase(), AUTH_SECRET: 'x'.repeat(40) }
  for (const args of commands) expect(await run(tmpdir(), env, ...args)).toEqual({ code: 1, out: `${notMigrated}\n` })
})

test('every command refuses the database of a newer version', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const db = connect(database.url, { max: 1, log: { warn() {} } })
  await db.query(`insert into schema_migrations (name, checksum) values ('9999_later', '')`)
  await db.end()
  const env = { DATABASE_URL: database.url, AUTH_SECRET: 'x'.repeat(40) }
  for (const args of [...commands, ['db:export', 'snapshot']]) {
    expect(await run(tmpdir(), env, ...args)).toEqual({
      code: 1,
      out: expect.stringMatching(/^This database has the migration 9999_later of a newer version.*\n$/),
    })
  }
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { launchPostgres } from '#postgres/launch.ts'
import { verifyArchive } from '#server/desk/school-archive/import-school.ts'
import { openClient } from '#server/platform/backups/find-cluster.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { fillSchool } from '../../bench/growth/fill-school.ts'
import { fillings } from '../../bench/growth/tables.ts'

const root = join(import.meta.dirname, '..', '..')

/** Runs an operator's command as npm does, on the embedded PostgreSQL of a data folder. */
const run = (dataDir: string, ...args: string[]) => begin(dataDir, 'bootstrap.mjs', ...args).ended

function begin(dataDir: string, script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, AUTH_SECRET: 'x'.repeat(40), DISK_RESERVE_MB: '0' },
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(([out, err, [code]]) => ({
    code: code as number | null,
    out: out + err,
  }))
  return { child, ended }
}

/** A school on the embedded PostgreSQL with rows of every kind that grows, and a file. */
async function fill(dataDir: string): Promise<void> {
  mkdirSync(join(dataDir, 'media', 'work', '1'), { recursive: true })
  chmodSync(dataDir, 0o711)
  writeFileSync(join(dataDir, 'media', 'work', '1', 'answer.pdf'), 'an answer')
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') })
  try {
    const db = connect(postgres.connectionString, { max: 1, log: { warn() {} }, actor: 'system' })
    await migrate(db)
    await db.end()
    const client = await openClient(postgres.connectionString)
    await fillSchool(client, 1)
    // Each document takes a tenth of a second to draw.
    await client.query(`set session_replication_role = replica; delete from receipts where id > 20; delete from refund_notes where id > 5;
      delete from certificates where id > 5`)
    await client.end()
  } finally {
    await postgres.stop()
  }
}

async function ask(dataDir: string, sql: string): Promise<unknown[]> {
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') })
  const client = await openClient(postgres.connectionString)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
    await postgres.stop()
  }
}

test('a filled school leaves, arrives and leaves again as it was', async () => {
  const folder = makeFolder('leave-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  const [here, there] = [join(folder, 'here'), join(folder, 'there')]
  await fill(here)
  const file = join(folder, 'school.tar.gz')
  expect(await run(here, 'school:export')).toMatchObject({ code: 2 })
  // The notes of this school are made up, and can't be drawn. The archive is whole but for them, and says so.
  const drawn = {
    code: 1,
    out: expect.stringMatching(/^The school is in [\s\S]*could not be drawn, and their content is in the data: K[CFN]\//m),
  }
  expect(await run(here, 'school:export', file)).toMatchObject(drawn)
  const first = (await verifyArchive(file)).manifest
  expect(fillings.filter(({ table }) => first.checks[table]?.rows === 0).map(({ table }) => table)).toEqual([])

  // Killed while it fills the tables: the same command goes on.
  const killed = begin(there, 'school-import.ts', file, '--issued', 'none')
  const place = join(there, 'media')
  while (!existsSync(place) && killed.child.exitCode === null) await new Promise((resolve) => setImmediate(resolve))
  killed.child.kill('SIGKILL')
  await killed.ended
  const imported = await run(there, 'school:import', file, '--issued', 'none')
  expect(imported).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ are as they were written, and every sum of money agrees\./),
  })
  expect(await run(there, 'school:import', file, '--issued', 'none')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^This archive is imported here already\.\nNothing is left to do\./),
  })
  expect(readFileSync(join(there, 'media', 'work', '1', 'answer.pdf'), 'utf8')).toBe('an answer')

  const again = join(folder, 'again.tar.gz')
  expect(await run(there, 'school:export', again)).toMatchObject(drawn)
  const second = (await verifyArchive(again)).manifest
  const differing = Object.keys({ ...first.checks, ...second.checks }).filter(
    (table) => JSON.stringify(first.checks[table]) !== JSON.stringify(second.checks[table]),
  )
  // The import itself, and what it logs.
  expect(differing).toEqual(['audit_log', 'restores'])
  expect(second.money).toEqual(first.money)
  // The next receipt has the next number.
  const counters = 'select financial_year, last_number from receipt_counters order by 1'
  expect(await ask(there, counters)).toEqual(await ask(here, counters))
  expect(readdirSync(folder).toSorted()).toEqual(['again.tar.gz', 'here', 'school.tar.gz', 'there'])
})

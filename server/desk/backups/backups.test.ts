import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Backup } from '#contract/desk/staff/backups.ts'
import type { Today } from '#contract/desk/staff/today.ts'
import { system } from '#server/platform/auth/principal.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { isBackupDue, runDueBackup } from './run-due-backup.ts'
import { warnOfLateBackup } from './warn-of-late-backup.ts'

const config = { backupDir: '/mnt/backups' }

interface Stored {
  /** An interval before now. */
  ago: string
  isVerified?: boolean
  problem?: string
}

/** Stores an automatic backup; one with a problem was not made. */
const store = (shop: TestApp, { ago, isVerified = true, problem }: Stored) =>
  shop.db.query(
    `insert into backups (name, place, is_automatic, started_at, made_at, bytes, problem, verified_at)
     select 'set ' || (select count(*) from backups), '/mnt/backups', true, t, case when $3::text is null then t end, case when $3::text is null then 5e8 end, $3,
       case when $2 and $3::text is null then t end from (select app_now() - $1::interval as t) b`,
    [ago, isVerified, problem ?? null],
  )
const today = async (shop: TestApp) => (await staffClient(shop, 'owner')('GET', 'today/')).as<Today>().backup

test('owners read the backups with their states', async () => {
  const shop = await createTestApp()
  await store(shop, { ago: '3 days' })
  await store(shop, { ago: '2 days', isVerified: false })
  await store(shop, { ago: '1 day', problem: 'The disk is full.' })
  const list = (await staffClient(shop, 'owner')('GET', 'backups/')).as<{ items: Backup[] }>().items
  expect(list.map(({ state, bytes, problem }) => ({ state, bytes, problem }))).toEqual([
    { state: 'failed', bytes: null, problem: 'The disk is full.' },
    { state: 'made', bytes: 500_000_000, problem: null },
    { state: 'verified', bytes: 500_000_000, problem: null },
  ])
  const failed = (await staffClient(shop, 'owner')('GET', 'backups/?state=failed')).as<{ items: Backup[] }>().items
  expect(failed).toHaveLength(1)
  for (const role of ['content', 'support', 'finance', 'instructor'] as const)
    expect((await staffClient(shop, role)('GET', 'backups/')).status).toBe(403)
})

test('Today says when the verified backup is older than a day', async () => {
  const shop = await createTestApp({ config })
  expect(await today(shop)).toBeNull()
  await shop.passTime('27 hours')
  expect(await today(shop)).toEqual({ made_at: null, problem: null, is_set_up: true })
  await store(shop, { ago: '25 hours' })
  expect(await today(shop)).toBeNull()
  await shop.passTime('2 hours')
  await store(shop, { ago: '1 hour', problem: 'The disk is full.' })
  expect(await today(shop)).toEqual({ made_at: expect.any(String), problem: 'The disk is full.', is_set_up: true })
  await store(shop, { ago: '1 minute', isVerified: false })
  expect(await today(shop)).toMatchObject({ problem: null })
  await store(shop, { ago: '0' })
  expect(await today(shop)).toBeNull()
})

test('Today says in production that backups are not set up', async () => {
  const quiet = await createTestApp()
  await quiet.passTime('9 days')
  expect(await today(quiet)).toBeNull()
  const shop = await createTestApp({ config: { environment: 'production' } })
  await shop.passTime('9 days')
  expect(await today(shop)).toEqual({ made_at: null, problem: null, is_set_up: false })
})

test('each owner gets one mail a day about a late backup', async () => {
  const shop = await createTestApp({ config })
  const owner = await addStaff(shop, 'owner')
  await addStaff(shop, 'support')
  const warn = async () => {
    await warnOfLateBackup(shop.deps, system)
    return (await shop.mails()).filter(({ subject }) => /backup/.test(subject))
  }
  expect(await warn()).toEqual([])
  await shop.passTime('27 hours')
  await store(shop, { ago: '1 hour', problem: '/mnt/backups can not be written: the disk is full' })
  const [mail, ...more] = await warn()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: owner.email, subject: 'The school has no verified backup' })
  expect(mail?.text).toContain('the disk is full')
  expect(await warn()).toHaveLength(1)
  await shop.passTime('1 day')
  expect(await warn()).toHaveLength(2)
  await store(shop, { ago: '1 minute' })
  await shop.passTime('1 day')
  expect(await warn()).toHaveLength(2)
})

test('a night has three tries for a verified backup', async () => {
  const shop = await createTestApp()
  // Half past two at night in India, when the backup of two o'clock is due.
  await shop.db.query(`update app_clock set "offset" = timestamptz '2027-02-03 02:30+05:30' - clock_timestamp()`)
  expect(await isBackupDue(shop.deps)).toBe(true)
  await store(shop, { ago: '45 minutes' })
  expect(await isBackupDue(shop.deps)).toBe(true)
  await store(shop, { ago: '20 minutes', problem: 'The disk is full.' })
  await store(shop, { ago: '15 minutes', isVerified: false })
  expect(await isBackupDue(shop.deps)).toBe(true)
  await store(shop, { ago: '10 minutes', problem: 'The disk is full.' })
  expect(await isBackupDue(shop.deps)).toBe(false)
  await shop.passTime('1 day')
  expect(await isBackupDue(shop.deps)).toBe(true)
  await store(shop, { ago: '1 minute' })
  expect(await isBackupDue(shop.deps)).toBe(false)
  // Before the hour, the last night counts.
  await shop.passTime('23 hours')
  expect(await isBackupDue(shop.deps)).toBe(false)
})

test('a due backup runs in a process of its own', async () => {
  const folder = makeFolder('backups-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(folder, { recursive: true })
  const program = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const works = program('works.mjs', `console.log('made by ' + process.argv[2])`)
  const fails = program('fails.mjs', `console.error('The disk is full.'); process.exitCode = 1`)
  const unset = await createTestApp()
  await runDueBackup(unset.deps, system, fails)
  expect(unset.logged.join('\n')).not.toContain('The disk is full.')

  const shop = await createTestApp({ config })
  await runDueBackup(shop.deps, system, works)
  expect(shop.logged.join('\n')).toContain('made by nightly')
  await runDueBackup(shop.deps, system, fails)
  expect(shop.logged.join('\n')).toContain('The disk is full.')
  await store(shop, { ago: '0' })
  const before = shop.logged.length
  await runDueBackup(shop.deps, system, fails)
  expect(shop.logged).toHaveLength(before)
})

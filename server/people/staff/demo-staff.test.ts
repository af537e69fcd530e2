import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storeDemoStaff } from '#dev/store-demo-staff.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { enterConsole, type StaffMember } from '#tests/school/staff.ts'
import { system } from '#server/platform/auth/principal.ts'
import { readConfig } from '#server/config.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { provideDemoStaff } from './provide-demo-staff.ts'

function demo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-staff-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return storeDemoStaff(dataDir)
}

test('every demo account signs in with its secret', async () => {
  const shop = await createTestApp()
  await loadDemo(shop.deps.db, new Date())
  const { file, staff } = demo()
  await provideDemoStaff(shop.deps, system, file)
  // A second start changes nothing.
  await provideDemoStaff(shop.deps, system, file)
  const { rows } = await shop.db.query<{ id: number; email: string }>('select id, email from staff')
  const entered = await Promise.all(
    staff.map(async ({ email, role, totp_secret: secret }) => {
      const member: StaffMember = { id: rows.find((row) => row.email === email)?.id ?? 0, roles: [role], email, secret }
      return (await enterConsole(shop, member)).staff.role
    }),
  )
  expect(entered).toEqual(staff.map(({ role }) => role))
  const linked = await shop.db.query(`select m.roles from instructors i join staff m on m.id = i.staff_id`)
  expect(linked.rows).toEqual([{ roles: ['instructor'] }])
})

test('new secrets of the file replace the stored ones', async () => {
  const shop = await createTestApp()
  await provideDemoStaff(shop.deps, system, demo().file)
  const { file, staff } = demo()
  await provideDemoStaff(shop.deps, system, file)
  const { rows } = await shop.db.query<{ id: number }>(`select id from staff where 'owner' = any (roles)`)
  const member: StaffMember = { id: rows[0]!.id, roles: ['owner'], email: staff[0]!.email, secret: staff[0]!.totp_secret }
  expect((await enterConsole(shop, member)).staff.role).toBe('owner')
})

test('only the demo reads the file', () => {
  const environment = {
    DATABASE_URL: 'postgres://localhost/school',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@school.example',
    RAZORPAY_KEY_ID: 'rzp_test_1',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-tests',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    AUTH_SECRET: 'an auth secret of the tests that is long enough to sign with',
    DEMO_STAFF_FILE: '/tmp/demo-staff.json',
  }
  expect(readConfig({ ...environment, APP_ENV: 'test' }).demoStaffFile).toBeUndefined()
  expect(readConfig({ ...environment, APP_ENV: 'demo' }).demoStaffFile).toBe('/tmp/demo-staff.json')
})

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { storeDemoStaff } from './store-demo-staff.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'demo-staff-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('stores one account per role that only its owner reads', () => {
  const dataDir = folder()
  const { file, staff } = storeDemoStaff(dataDir)
  expect(file).toBe(join(dataDir, 'demo-staff.json'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(staff)
  expect(staff.map(({ role }) => role)).toEqual(roles)
  expect(new Set(staff.map(({ totp_secret: secret }) => secret)).size).toBe(roles.length)
})

test('a second start keeps the secrets, a damaged file stops it', () => {
  const dataDir = folder()
  const { file, staff } = storeDemoStaff(dataDir)
  expect(storeDemoStaff(dataDir).staff).toEqual(staff)
  writeFileSync(file, '[{"role":"owner"}]')
  expect(() => storeDemoStaff(dataDir)).toThrow(/demo-staff.json is damaged: delete it/)
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder: string

// These tests run the compiler four times.
vi.setConfig({ testTimeout: 120_000 })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecheck-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the compiler's output for one file under a configuration. */
function check(config: string, content: string): string {
  writeFileSync(join(folder, 'file.ts'), content)
  const extending = { extends: join(root, config), include: ['file.ts'], exclude: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(extending))
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  return spawnSync(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', folder], { encoding: 'utf8' }).stdout
}

const browser = 'export const title = window.document.title\n'
const node = 'export const folder = process.cwd()\n'

test('a server file with window does not compile', () => {
  expect(check('tsconfig.server.json', browser)).toMatch(/file\.ts\(1,22\): error TS\d+: Cannot find name 'window'/)
  expect(check('tsconfig.server.json', node)).toBe('')
})

test('a page with process does not compile', () => {
  expect(check('tsconfig.web.json', node)).toMatch(/file\.ts\(1,23\): error TS\d+: Cannot find name 'process'/)
  expect(check('tsconfig.web.json', browser)).toBe('')
})

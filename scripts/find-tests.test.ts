import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChanged, listFiles } from './find-changed.ts'
import { findTests, reaches } from './find-tests.ts'

const root = mkdtempSync(join(tmpdir(), 'tests-'))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Asha', '-c', 'user.email=asha@example.com', ...args], { cwd: root })
const write = (file: string, content: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}
const imports = (...files: string[]) => files.map((file) => `import '#${file}'\n`).join('')
const school = 'tests/school/create-test-app.ts'

beforeAll(() => {
  write('contract/money/fees.ts', '')
  write('ui/price.ts', '')
  write('ui/price.test.ts', "import './price.ts'")
  write('console/money/fee.tsx', imports('ui/price.ts', 'contract/money/fees.ts'))
  write('console/money/fee.test.tsx', "import './fee.tsx'")
  write('web/money/types.test.ts', "import type { Price } from '#ui/price.ts'")
  write('server/money/fees/charge.ts', '')
  write('server/money/fees/routes.ts', imports('server/money/fees/charge.ts', 'contract/money/fees.ts'))
  write('server/money/fees/fees.test.ts', imports(school))
  write('server/money/offers/offer.ts', imports('server/money/fees/charge.ts'))
  write('server/money/offers/offers.test.ts', imports(school))
  write('server/people/people.test.ts', imports(school))
  write('server/platform/db/open.test.ts', '')
  write('server/platform/db/migrations/0001_start.sql', '')
  write('server/features.ts', imports('server/money/fees/routes.ts', 'server/money/offers/offer.ts'))
  write('server/app.ts', imports('server/features.ts'))
  write(school, imports('server/app.ts', 'tests/postgres/address.ts'))
  write('tests/postgres/address.ts', '')
  write('tests/e2e/fee.test.ts', imports('contract/money/fees.ts'))
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=Start')
})
afterAll(() => rmSync(root, { recursive: true }))

test.each([
  ['a file that tests import, also through others', 'ui/price.ts', ['console/money/fee.test.tsx', 'ui/price.test.ts']],
  ['a test', 'server/people/people.test.ts', ['server/people/people.test.ts']],
  [
    'a verb: its folder and those that import it',
    'server/money/fees/charge.ts',
    ['server/money/fees/fees.test.ts', 'server/money/offers/offers.test.ts'],
  ],
  [
    'a contract: the folder that mounts it',
    'contract/money/fees.ts',
    ['console/money/fee.test.tsx', 'server/money/fees/fees.test.ts'],
  ],
  ['a migration: the folder above', 'server/platform/db/migrations/0001_start.sql', ['server/platform/db/open.test.ts']],
  ['a document', 'docs/home.md', []],
  [
    'the set-up of tests',
    school,
    ['server/money/fees/fees.test.ts', 'server/money/offers/offers.test.ts', 'server/people/people.test.ts'],
  ],
])('finds the tests of %s', (_case, file, expected) => {
  expect(findTests(root, listFiles(root), [file])).toEqual(expected)
})

test('follows imports to what a test uses', () => {
  expect(reaches(root, ['server/people/people.test.ts'], 'tests/postgres/address.ts')).toBe(true)
  expect(reaches(root, ['ui/price.test.ts', 'web/money/types.test.ts'], 'tests/postgres/address.ts')).toBe(false)
  expect(reaches(root, ['web/money/types.test.ts'], 'ui/price.ts')).toBe(false)
})

test('changed files are committed on the branch, edited, new or deleted', () => {
  expect(findChanged(root)).toEqual([])
  git('switch', '--quiet', '--create', 'branch')
  write('ui/committed.ts', '')
  git('add', '.')
  git('commit', '--quiet', '--message=Add')
  write('ui/price.ts', 'export const price = 1')
  write('ui/new.ts', '')
  rmSync(join(root, 'console/money/fee.tsx'))
  const edited = ['console/money/fee.tsx', 'ui/price.ts', 'ui/new.ts']
  expect(findChanged(root)).toEqual(edited)
  expect(findChanged(root, 'main').toSorted()).toEqual([...edited, 'ui/committed.ts'].toSorted())
  expect(findTests(root, listFiles(root), ['console/money/fee.tsx'])).toEqual(['console/money/fee.test.tsx'])
})

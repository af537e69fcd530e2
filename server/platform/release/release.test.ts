import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationsFolder, readMigrations } from '#server/platform/db/read-migrations.ts'
import { releases } from '#tests/runner/releases.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { version } from './release.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('the change log begins with the version of the program', () => {
  const versions = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) \(/gm)].map(([, found]) => found)
  expect(versions[0]).toBe(version)
  expect(new Set(versions).size).toBe(versions.length)
})

test('releases are those of the change log', () => {
  const log = read('CHANGELOG.md')
  for (const release of releases) expect(log).toMatch(new RegExp(`^## ${release.version.replaceAll('.', '\\.')} \\(\\d`, 'm'))
  const newest = releases.at(-1)?.version ?? ''
  expect(version.localeCompare(newest, 'en', { numeric: true }), 'The version goes up with the first change after it.').toBe(1)
})

test('no migration is numbered below those of a release', async () => {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  // A school that has run the release would refuse to start: `compareMigrations`.
  for (const { migrations, lastMigration } of releases) expect(names[migrations - 1]).toBe(lastMigration)
})

test('each command of the handbook exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'docs/operations.md',
    'docs/payments.md',
    'deploy/school.env.example',
    'compose.yaml',
  ]
  const named = pages.flatMap((page) =>
    // In the container, a command of the product stands after its name, and before it podman's `exec school`.
    [...read(page).matchAll(/(?:npm run |(?:exec school|`) ?karyashala )([a-z][a-z:]*)/g)].map(([, name]) => `${page}: ${name}`),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((one) => !Object.hasOwn(scripts, one.split(': ')[1] ?? ''))).toEqual([])
})

test('each file that the handbook names exists', () => {
  const text = read('docs/operations.md')
  const paths = [...text.matchAll(/`((?:deploy|scripts|tests|docs)\/[^`\s*]+)`/g)].map(([, path]) => path ?? '')
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => !existsSync(new URL(`../../../${path}`, import.meta.url)))).toEqual([])
})

test('each variable of the server is in the README', () => {
  const names = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:z|list|url)/gm)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(30)
  // The first two say how the product was started, and the others are set by `npm start` alone.
  const own = ['APP_ENV', 'NODE_ENV', 'DEMO_STAFF_FILE', 'DEMO_STUDENTS_FILE', 'INBOX_URL']
  const readme = read('README.md')
  expect(names.filter((name) => !own.includes(name) && !readme.includes(`\`${name}\``))).toEqual([])
})

test('the health address names the version', async () => {
  const { app } = await createTestApp()
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok', version })
})

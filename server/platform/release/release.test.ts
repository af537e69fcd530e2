import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { version } from './release.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('the change log begins with the version of the program', () => {
  const versions = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) \(/gm)].map(([, found]) => found)
  expect(versions[0]).toBe(version)
  expect(new Set(versions).size).toBe(versions.length)
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

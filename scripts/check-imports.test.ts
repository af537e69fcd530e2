import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkImports } from './check-imports.ts'
import { ruledPaths } from './import-rules.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function breachesOf(files: Record<string, string>): string[] {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return checkImports(root).breaches
}

test('the project has no forbidden import and no import cycle', () => {
  expect(checkImports(join(import.meta.dirname, '..')).breaches).toEqual([])
})

test('the rules name only folders that exist', () => {
  // A build makes the other one.
  const paths = new Set(ruledPaths.filter((path) => path !== 'build'))
  expect([...paths].filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([])
})

const target = (path: string): string => `#${path}`

test.each([
  ['contract/course.ts', 'pg'],
  ['contract/course.ts', 'node:fs'],
  ['contract/course.ts', target('server/app.ts')],
  ['server/app.ts', target('web/root.tsx')],
  ['server/app.ts', target('dev/start.ts')],
  ['server/app.ts', target('postgres/launch.ts')],
  ['server/app.ts', target('scripts/serve.ts')],
  ['server/app.ts', target('tests/login-as.ts')],
  ['server/catalog/list.ts', '../accounts/find.ts'],
  ['server/accounts/find.ts', '../catalog/list.ts'],
  ['server/content/list.ts', '../catalog/list.ts'],
  ['server/enquiries/send.ts', '../accounts/find.ts'],
  ['server/enrolment/enrol.ts', '../payments/pay.ts'],
  ['server/payments/pay.ts', '../classes/list.ts'],
  ['server/classes/list.ts', '../payments/pay.ts'],
  ['web/root.tsx', target('server/app.ts')],
  ['web/root.tsx', target('console/app.tsx')],
  ['console/app.tsx', target('web/root.tsx')],
  ['console/companies/screen.tsx', '../staff/screen.tsx'],
  ['console/parts/button.tsx', '../resource/table.tsx'],
  ['console/shell/shell.tsx', '../navigation.ts'],
  ['web/catalog/card.tsx', '../payments/button.tsx'],
  ['server/mail/deliver.ts', '../payments/settlement/settle.ts'],
  ['server/db/query.ts', '../http/route.ts'],
  ['server/jobs/jobs.ts', '../accounts/find.ts'],
  ['server/log.ts', './payments/pay.ts'],
  ['server/payments/pay.ts', '../app.ts'],
  ['server/payments/settlement/settle.ts', '../checkout/start.ts'],
  ['server/payments/refunds/send.ts', '../settlement/settle.ts'],
  ['server/payments/checkout/start.ts', '../routes.ts'],
  ['ui/button.tsx', target('web/catalog/card.tsx')],
  ['ui/button.tsx', target('contract/course.ts')],
  ['console/app.tsx', target('server/app.ts')],
  ['web/lib/api.ts', '../site/navbar.tsx'],
  ['web/catalog/card.tsx', '../site/navbar.tsx'],
  ['web/catalog/card.tsx', '../routes/home.tsx'],
  ['web/site/navbar.tsx', '../routes/home.tsx'],
  ['web/routes/home.tsx', '../root.tsx'],
  ['dev/start.ts', target('server/app.ts')],
  ['dev/start.ts', target('web/root.tsx')],
  ['postgres/launch.ts', target('server/app.ts')],
  ['server/app.ts', './app.test.ts'],
])('%s may not import %s in any form', (from, to) => {
  for (const text of [
    `import '${to}'`,
    `import type { A } from '${to}'`,
    `export * from '${to}'`,
    `await import('${to}')`,
    `type A = import('${to}').A`,
  ]) {
    expect(breachesOf({ [from]: text }), text).toEqual([expect.stringContaining(`${from}:1: imports ${to}: `)])
  }
})

test('accepts imports that the rules allow', () => {
  expect(
    breachesOf({
      'contract/course.ts': "import { z } from 'zod'\nimport './rules.ts'",
      'contract/course.test.ts': "import 'vitest'\nimport '#server/app.ts'",
      'server/app.ts': "import 'fastify'\nimport 'node:fs'\nimport '#contract/course.ts'\nimport './payments/pay.ts'",
      'server/payments/pay.ts':
        "import '../enrolment/enrol.ts'\nimport '../catalog/list.ts'\nimport '../accounts/find.ts'\nimport type { Deps } from '../deps.ts'",
      'server/enrolment/enrol.ts': "import '../catalog/list.ts'\nimport '../accounts/find.ts'",
      'server/classes/list.ts': "import '../enrolment/enrol.ts'",
      'server/payments/checkout/start.ts': "import '../settlement/settle.ts'\nimport '../locks.ts'",
      'ui/button.tsx': "import 'react'\nimport './icon.tsx'",
      'console/app.tsx': "import '#ui/button.tsx'\nimport '#contract/course.ts'",
      'server/config.ts': 'export const port = process.env.PORT',
      'web/routes/home.tsx':
        "import type { Route } from './+types/home'\nimport '../site/navbar'\nimport '../catalog/card.tsx'\nimport '#contract/course.ts'",
      'web/site/navbar.tsx': "import '../catalog/card.tsx'\nimport '#ui/button.tsx'",
      'web/catalog/card.tsx': "import '#ui/button.tsx'\nimport '../lib/api.ts'\nimport './price.tsx'",
      'web/root.tsx': "import './site/navbar.tsx'",
      'dev/start.ts': "import '#postgres/launch.ts'\nimport '#contract/course.ts'\nimport 'pg'",
      'tests/e2e/buy.test.ts': "import '#server/app.ts'\nimport '#dev/start.ts'",
    }),
  ).toEqual([])
})

test('reports an import cycle but not a cycle of types', () => {
  const files = {
    'server/a.ts': "import './b.ts'",
    'server/b.ts': "export * from './c.ts'",
    'server/c.ts': "void import('./a.ts')",
    'server/d.ts': "import './a.ts'",
  }
  expect(breachesOf(files)).toEqual([
    expect.stringMatching(/^server\/a\.ts -> server\/b\.ts -> server\/c\.ts -> server\/a\.ts: import cycle$/),
  ])
  expect(breachesOf({ ...files, 'server/c.ts': "import type { A } from './a.ts'\nimport { type B } from './a.ts'" })).toEqual([])
})

test.each([
  'process.env.PORT',
  "process['env'].PORT",
  'const { env } = process',
  "import { env } from 'node:process'",
  "import process from 'node:process'",
  'globalThis.process',
])('in the server only config.ts may use %s', (text) => {
  expect(breachesOf({ 'server/mail/send.ts': `\n${text}` })).toEqual([
    'server/mail/send.ts:2: only server/config.ts reads the environment',
  ])
  rmSync(join(root, 'server'), { recursive: true })
  expect(breachesOf({ 'dev/start.ts': text })).toEqual([])
})

test.each(['server/utils/price.ts', 'web/lib/helpers.ts', 'contract/common.ts', 'web/misc/a.css', 'server/util.test.ts'])(
  'rejects the name %s',
  (path) => {
    expect(breachesOf({ [path]: '' })).toEqual([expect.stringContaining(`${path}: "`)])
  },
)

test.each(['server/visits/list.ts', 'server/payments/books/pay.ts', 'web/leads/card.tsx', 'mobile/app.ts'])(
  'rejects %s in a folder without a rule',
  (path) => {
    expect(breachesOf({ [path]: '' })).toEqual([expect.stringMatching(/no import rule names the folder/)])
  },
)

test('reports a file with a syntax error', () => {
  expect(breachesOf({ 'server/app.ts': 'import {' })).toHaveLength(1)
})

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

test('the rules name only folders that exist', () => {
  // A build makes the other one.
  const paths = new Set(ruledPaths.filter((path) => path !== 'build'))
  expect([...paths].filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([])
})

const target = (path: string): string => `#${path}`

test.each([
  ['contract/rules.ts', 'pg'],
  ['contract/rules.ts', 'node:fs'],
  ['contract/rules.ts', target('server/app.ts')],
  ['contract/rules.ts', target('contract/money/payments.ts')],
  ['contract/site/content.ts', target('contract/money/payments.ts')],
  ['server/app.ts', target('web/root.tsx')],
  ['server/app.ts', target('dev/start.ts')],
  ['server/app.ts', target('postgres/launch.ts')],
  ['server/app.ts', target('scripts/serve.ts')],
  ['server/app.ts', target('tests/login-as.ts')],
  ['server/catalog/list.ts', target('server/people/accounts/find.ts')],
  ['server/enrolment/enrol.ts', target('server/money/pay.ts')],
  ['server/classes/list.ts', '../money/pay.ts'],
  ['server/messaging/mail/deliver.ts', target('server/money/settlement/settle.ts')],
  ['server/platform/jobs/jobs.ts', target('server/people/accounts/find.ts')],
  ['server/config.ts', './money/pay.ts'],
  ['server/money/pay.ts', '../app.ts'],
  ['web/root.tsx', target('server/app.ts')],
  ['web/root.tsx', target('console/app.tsx')],
  ['web/lib/api.ts', '../frame/navbar.tsx'],
  ['web/catalog/card.tsx', '../money/button.tsx'],
  ['web/money/button.tsx', target('web/catalog/card.tsx')],
  ['web/catalog/card.tsx', '../frame/navbar.tsx'],
  ['web/catalog/card.tsx', '../routes/home.tsx'],
  ['web/frame/navbar.tsx', '../routes/home.tsx'],
  ['web/routes/home.tsx', '../root.tsx'],
  ['console/app.tsx', target('web/root.tsx')],
  ['console/app.tsx', target('server/app.ts')],
  ['console/people/staff/screen.tsx', target('console/desk/today/page.tsx')],
  ['console/kit/parts/badge.tsx', target('console/site/media/picture.tsx')],
  ['console/kit/shell/shell.tsx', target('console/navigation.ts')],
  ['ui/button.tsx', target('web/catalog/card.tsx')],
  ['ui/button.tsx', target('contract/rules.ts')],
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
      'contract/rules.ts': "import { z } from 'zod'\nimport './fields.ts'",
      'contract/money/payments.ts': "import '#contract/rules.ts'\nimport '#contract/catalog/catalog.ts'",
      'contract/rules.test.ts': "import 'vitest'\nimport '#server/app.ts'",
      'server/app.ts': "import 'fastify'\nimport 'node:fs'\nimport '#contract/rules.ts'\nimport './money/pay.ts'",
      'server/deps.ts': "import type { Gateway } from '#server/money/provider/gateway.ts'",
      'server/config.ts': 'export const port = process.env.PORT',
      'server/money/pay.ts':
        "import '#server/enrolment/enrol.ts'\nimport '#server/people/accounts/find.ts'\nimport type { Deps } from '#server/deps.ts'",
      'server/money/checkout/start.ts': "import '#server/money/settlement/settle.ts'",
      'server/classes/list.ts': "import '../enrolment/enrol.ts'",
      'console/classes/batches/page.tsx': "import '#console/money/dialogs/transfer.tsx'",
      'console/app.tsx': "import '#ui/button.tsx'\nimport '#contract/rules.ts'\nimport '#console/desk/today/page.tsx'",
      'console/desk/today/page.tsx': "import '#console/kit/parts/badge.tsx'",
      'ui/button.tsx': "import 'react'\nimport './icon.tsx'",
      'web/routes/home.tsx':
        "import type { Route } from './+types/home'\nimport '../frame/navbar'\nimport '../catalog/card.tsx'\nimport '#contract/rules.ts'",
      'web/frame/navbar.tsx': "import '../catalog/card.tsx'\nimport '#ui/button.tsx'",
      'web/catalog/card.tsx': "import '#ui/button.tsx'\nimport '../lib/api.ts'\nimport './price.tsx'",
      'web/root.tsx': "import './frame/navbar.tsx'",
      'dev/start.ts': "import '#postgres/launch.ts'\nimport '#contract/rules.ts'\nimport 'pg'",
      'tests/e2e/buy.test.ts': "import '#server/app.ts'\nimport '#dev/start.ts'",
    }),
  ).toEqual([])
})

test('reports features that import each other in a circle', () => {
  const files = {
    'server/money/refunds/send.ts': "import type { Settled } from '#server/money/settlement/settle.ts'",
    'server/money/settlement/settle.ts': "import '#server/money/provider/gateway.ts'",
  }
  expect(breachesOf(files)).toEqual([])
  expect(breachesOf({ ...files, 'server/money/provider/gateway.ts': "import '#server/money/refunds/record.ts'" })).toEqual([
    expect.stringMatching(/server\/money\/provider.*: circle of features$/),
  ])
})

test('a feature may not import what composes its district', () => {
  const routes = { 'server/money/routes.ts': "import '#server/money/refunds/send.ts'" }
  expect(breachesOf(routes)).toEqual([])
  expect(breachesOf({ ...routes, 'server/money/refunds/send.ts': "import '#server/money/sweep.ts'" })).toEqual([
    expect.stringMatching(/circle of features$/),
  ])
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
  expect(breachesOf({ 'server/messaging/mail/send.ts': `\n${text}` })).toEqual([
    'server/messaging/mail/send.ts:2: only server/config.ts reads the environment',
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

test.each(['server/visits/list.ts', 'contract/books/pay.ts', 'web/leads/card.tsx', 'console/parts/card.tsx', 'mobile/app.ts'])(
  'rejects %s in a folder without a rule',
  (path) => {
    expect(breachesOf({ [path]: '' })).toEqual([expect.stringMatching(/no import rule names the folder/)])
  },
)

test('rejects a third level of folders below a district', () => {
  expect(breachesOf({ 'server/money/refunds/notes/issue.ts': '' })).toEqual([])
  expect(breachesOf({ 'server/money/refunds/notes/print/draw.ts': '' })).toEqual([
    expect.stringMatching(/at most two levels of folders/),
  ])
})

test('reports a file with a syntax error', () => {
  expect(breachesOf({ 'server/app.ts': 'import {' })).toHaveLength(1)
})

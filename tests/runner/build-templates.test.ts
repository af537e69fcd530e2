import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isSource } from '#scripts/build-web.mjs'
import { buildTemplates } from './build-templates.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'templates-'))
const target = join(folder, 'mail')
afterAll(() => rmSync(folder, { recursive: true }))

it('lets two runs build at once and rebuilds after a change', async () => {
  expect(await Promise.all([buildTemplates(root, target), buildTemplates(root, target)])).toEqual(['built', 'built'])
  expect(await buildTemplates(root, target)).toBe('fresh')

  const digests: Record<string, string> = JSON.parse(readFileSync(join(target, 'sources.json'), 'utf8'))
  expect(Object.keys(digests)).toEqual(
    expect.arrayContaining([
      'server/messaging/mail/rendering/mail-html.tsx',
      'server/platform/documents/receipt-sheet.tsx',
      'package-lock.json',
    ]),
  )
  // `npm run build` builds again after a change of each.
  expect(Object.keys(digests).filter((file) => !isSource(file))).toEqual([])
  cpSync(join(target, 'mail-html.js'), join(folder, 'before.js'))
  writeFileSync(join(target, 'mail-html.js'), 'broken')
  writeFileSync(
    join(target, 'sources.json'),
    JSON.stringify({ ...digests, 'server/messaging/mail/rendering/mail-html.tsx': 'old' }),
  )
  expect(await buildTemplates(root, target)).toBe('built')
  expect(readFileSync(join(target, 'mail-html.js'))).toEqual(readFileSync(join(folder, 'before.js')))
})

it('rebuilds when a source is missing', async () => {
  writeFileSync(join(target, 'sources.json'), JSON.stringify({ 'server/messaging/mail/removed.tsx': 'old' }))
  expect(await buildTemplates(root, target)).toBe('built')
})

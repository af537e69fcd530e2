import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('nothing in the pages writes markup as it is but the script of ours in the head', () => {
  const raw = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc/i
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(50)
  const writing = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => raw.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(writing).toEqual(['web/root.tsx: <script dangerouslySetInnerHTML={{ __html: beforeHydration }} />'])
})

test('every test that docs/security.md names is there under that name', () => {
  const cells = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...line.matchAll(/`([\w./-]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)])
  const named = cells.flatMap(([, file = '', list = '']) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(({ file, name }) => !new RegExp(`['"\`]${escape(name)}['"\`]`).test(read(file)))
  expect(missing).toEqual([])
})

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testTitlesIn } from './read-source.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{contract,server,console,ui,web,demo,dev,postgres,scripts,tests}/**/*.test.{ts,tsx}', { cwd: root })
const titles = files.flatMap((file) =>
  testTitlesIn(file, readFileSync(join(root, file), 'utf8')).map((title) => ({ ...title, file })),
)

test('titles have under twelve words', () => {
  expect(titles.length).toBeGreaterThan(900)
  const long = titles.filter(({ text }) => text.split(/\s+/).length >= 12)
  expect(long.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

test('titles of one file are distinct', () => {
  const names = titles.map(({ file, text }) => `${file}: ${text}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { literalsIn } from './read-source.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every text size is one of the theme', () => {
  const sizes = new Set([...read('ui/theme.css').matchAll(/--text-([a-z0-9]+):/g)].map(([, size]) => size))
  const unknown = ['ui', 'web', 'console']
    .flatMap((district) => globSync(`${district}/**/*.{ts,tsx}`, { cwd: root }))
    .flatMap((path) => literalsIn(path, read(path)).map((text) => ({ path, text })))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:^|[\s:])text-(xs|sm|base|lg|\d?xl)(?=$|[\s/!])/g)].map(([, size]) => ({ path, size })),
    )
    .filter(({ size }) => !sizes.has(size))
  expect(sizes.size).toBeGreaterThan(4)
  expect(unknown, 'sizes that have no effect').toEqual([])
})

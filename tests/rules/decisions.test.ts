import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')

test('the index names every decision once', () => {
  const files = readdirSync(folder).filter((file) => file !== 'README.md')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const named = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file = '']) => file)
  expect(named.toSorted()).toEqual(files.toSorted())
})

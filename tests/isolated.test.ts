import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

const root = join(import.meta.dirname, '..')
const replacesModules = /\bvi\.(?:mock|doMock|resetModules)\(/

test('files that replace modules run isolated, and no others', () => {
  const files = globSync('**/*.test.{ts,tsx}', { cwd: root, exclude: ['node_modules/**', 'build/**', '.data/**', 'tests/isolated.test.ts'] })
  expect(files.filter((file) => replacesModules.test(readFileSync(join(root, file), 'utf8'))).toSorted()).toEqual(isolated.toSorted())
})

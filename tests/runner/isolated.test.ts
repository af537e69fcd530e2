import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

const root = join(import.meta.dirname, '../..')
const replacesModules = /\bvi\.(?:mock|doMock|resetModules)\(/

test('isolates exactly the files that replace modules', () => {
  const exclude = ['node_modules/**', 'build/**', '.data/**', 'tests/runner/isolated.test.ts']
  const files = globSync('**/*.test.{ts,tsx}', { cwd: root, exclude })
  expect(files.filter((file) => replacesModules.test(readFileSync(join(root, file), 'utf8'))).toSorted()).toEqual(
    isolated.toSorted(),
  )
})

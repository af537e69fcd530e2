import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { features } from '#server/features.ts'

const server = join(import.meta.dirname, '../..')

test('the list of features has every feature file', async () => {
  const files = globSync('*/*/feature.ts', { cwd: server })
  const found = await Promise.all(
    files.map(async (file) => Object.values((await import(/* @vite-ignore */ join(server, file))) as Record<string, unknown>)),
  )
  expect(new Set<unknown>(found.flat())).toEqual(new Set<unknown>(features))
  expect(features).toHaveLength(files.length)
})

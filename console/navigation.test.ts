import { expect, test } from 'vitest'
import { sections } from './navigation.ts'

test('each screen has a path and a letter of its own', () => {
  const all = sections.flatMap(({ destinations }) => destinations)
  expect(all.length).toBeGreaterThan(10)
  for (const values of [all.map(({ path }) => path), all.flatMap(({ key }) => key ?? [])])
    expect(values).toEqual([...new Set(values)])
})

import { expect, test } from 'vitest'
import { changedSections } from './changed-sections.ts'

const text = (...content: [string, string][]) => ({
  title: 'Refund Policy',
  content: content.map(([title, description]) => ({ title, description })),
})

test('lists changed, new and removed parts', () => {
  const before = text(['Scope', 'All courses'], ['Before', 'Full'], ['Gone', 'Old'])
  const after = text(['Scope', 'All courses'], ['Before', 'Half'], ['After', 'None'])
  expect(changedSections(before, after)).toEqual([
    { name: 'Before', label: 'Before', before: 'Full', after: 'Half' },
    { name: 'After', label: 'After', before: null, after: 'None' },
    { name: 'Gone', label: 'Gone', before: 'Old', after: null },
  ])
})

test('keeps parts with the same heading apart', () => {
  const changes = changedSections(text(['Fees', 'One'], ['Fees', 'Two']), text(['Fees', 'One'], ['Fees', 'Three']))
  expect(changes).toEqual([{ name: 'Fees (2)', label: 'Fees (2)', before: 'Two', after: 'Three' }])
})

test('finds no change in the same text', () => {
  expect(changedSections(text(['A', 'B']), text(['A', 'B']))).toEqual([])
})

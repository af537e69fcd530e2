import { expect, test } from 'vitest'
import { fittingColumns } from './fitting-columns.ts'

const columns = [
  { name: 'student' },
  { name: 'state', width: '9rem' },
  { name: 'course' },
  { name: 'note', width: '4rem' },
] as const
const fitting = (rem: number) => fittingColumns(columns, rem * 16).map(({ name }) => name)

test.each([
  ['all columns', 33, ['student', 'state', 'course', 'note']],
  ['a narrow one in place of a wide one', 26, ['student', 'state', 'note']],
  ['the first column alone', 12, ['student']],
  ['the first column even where it is too wide', 5, ['student']],
])('room holds %s', (_, rem, names) => {
  expect(fitting(rem)).toEqual(names)
})

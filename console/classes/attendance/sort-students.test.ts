import { expect, test } from 'vitest'
import { sortStudents } from './sort-students.ts'

const students = [
  { id: 1, percent: 80 },
  { id: 2, percent: null },
  { id: 3, percent: 40 },
  { id: 4, percent: 80 },
  { id: 5, percent: 100 },
]

test.each([
  ['name', [1, 2, 3, 4, 5]],
  ['lowest', [3, 1, 4, 5, 2]],
  ['highest', [5, 1, 4, 3, 2]],
] as const)('sorts students by %s', (order, ids) => {
  expect(sortStudents(students, order)).toEqual(ids)
})

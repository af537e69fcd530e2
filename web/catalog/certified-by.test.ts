import { expect, test } from 'vitest'
import { certifiedBy } from './certified-by.ts'

test.each([
  ['Karyashala', ['Certificate of completion from Karyashala'], 'Karyashala'],
  [
    'Nivara Council',
    ['Certificate of completion from Karyashala', 'Practice certificate of the Nivara Council'],
    'Nivara Council',
  ],
  ['Meghvarsha Institute', ['Certificate of completion from Karyashala', 'Course statement from Meghvarsha Institute'], null],
  ['Meghvarsha Institute', [], null],
  ['', ['Certificate of completion'], null],
])('%j with %j is certified by %j', (university, certifications, certifier) => {
  expect(certifiedBy({ university, certifications })).toBe(certifier)
})

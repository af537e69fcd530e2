import { expect, test } from 'vitest'
import { workingAge } from './working-age.tsx'

test.each([
  [0, '1 working minute'],
  [0.2, '12 working minutes'],
  [1, '1 working hour'],
  [47.9, '47 working hours'],
  [48, '2 working days'],
])('%f hours are %s', (hours, text) => {
  expect(workingAge(hours)).toBe(text)
})

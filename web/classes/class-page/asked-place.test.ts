import { expect, test } from 'vitest'
import { askedPlace } from './asked-place.ts'

test.each([
  ['', 0, undefined],
  ['t=0', 0, 0],
  ['part=2&t=90', 1, 90],
  ['part=0&t=-1', 0, undefined],
  ['part=x&t=1.5', 0, undefined],
])('the address %o names part and second', (query, part, startAt) => {
  expect(askedPlace(new URLSearchParams(query))).toEqual({ part, startAt })
})

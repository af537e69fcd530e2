import { expect, test } from 'vitest'
import { missingConsent } from './missing-consent.ts'

const full = { completed_on: '2026-06-30', consented_on: '2026-06-30' }

test('a consent of the last day is enough', () => {
  expect(missingConsent(full)).toEqual([])
})

test.each([
  [{ completed_on: null }, 'The day on which the course was completed is missing.'],
  [{ consented_on: null }, 'The day of the consent is missing.'],
  [{ consented_on: '2026-06-29' }, 'The consent was given before the course was completed.'],
])('names what is missing with %o', (change, text) => {
  expect(missingConsent({ ...full, ...change })).toEqual([text])
})

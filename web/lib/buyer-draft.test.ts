import { expect, test } from 'vitest'
import { bodyOf, nothing } from './buyer-draft.ts'

const draft = { ...nothing, state_code: '29', company_name: 'Deccan Works', gstin: ' ', address: 'Bengaluru' }

test('sends a company only while its fields are open', () => {
  expect(bodyOf(draft)).toEqual({ state_code: '29' })
  expect(bodyOf({ ...draft, for_company: true })).toEqual({
    state_code: '29',
    company_name: 'Deccan Works',
    address: 'Bengaluru',
  })
})

test('sends nothing before a State is chosen', () => {
  expect(bodyOf(nothing)).toBeNull()
})

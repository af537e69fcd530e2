import { expect, test } from 'vitest'
import { importOutcomes } from '#contract/desk/staff/imports.ts'
import { outcomeText } from './import-state.tsx'

test('a line of an undone import says what is left', () => {
  const texts = (student_id: number | null) => importOutcomes.map((outcome) => outcomeText({ outcome, student_id }, 'undone'))
  expect(texts(null)).toEqual([
    'Account removed',
    'Account removed',
    'Enrolment ended',
    'Payment recorded',
    'Nothing changed',
    'Left out',
  ])
  expect(texts(7)).toEqual([
    'Account stays, enrolment ended',
    'Account stays',
    'Enrolment ended',
    'Payment recorded',
    'Nothing changed',
    'Left out',
  ])
})

test('a line says what will happen, and then what has happened', () => {
  const row = { outcome: 'account_and_enrolment', student_id: null } as const
  expect([outcomeText(row, 'checked'), outcomeText(row, 'done')]).toEqual([
    'Will get an account and be enrolled',
    'New account, enrolled',
  ])
})

import { expect, test } from 'vitest'
import { figuresText, missingText } from './certificate-figures.ts'

const figures = { rule: 'attendance', attended: 20, counted: 28, exercises: 0, accepted: 0 } as const

test('figures name the share, rounded down', () => {
  expect(figuresText(figures)).toBe('20 of 28 classes (71%)')
  expect(figuresText({ ...figures, counted: 0, attended: 0 })).toBe('No class counts')
  expect(figuresText({ ...figures, rule: 'work', exercises: 3, accepted: 2 })).toBe('2 of 3 exercises (66%)')
})

test('what is missing is counted up to the share', () => {
  expect(missingText({ ...figures, wanted: 75 })).toBe('1 class short')
  expect(missingText({ ...figures, attended: 21, wanted: 75 })).toBe('')
  expect(missingText({ ...figures, rule: 'work', exercises: 10, accepted: 2, wanted: 50 })).toBe('3 exercises short')
  expect(missingText({ ...figures, wanted: null })).toBe('')
})

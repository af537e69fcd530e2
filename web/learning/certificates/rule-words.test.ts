import { expect, test } from 'vitest'
import { nextWords, progressWords, ruleWords } from './rule-words.ts'

const progress = {
  rule: 'attendance',
  wanted_percent: 75,
  attended: 3,
  counted: 4,
  exercises: 0,
  accepted: 0,
  finished: false,
  meets: true,
} as const

test('attendance is told in classes', () => {
  expect(ruleWords(progress)).toContain('at least 75% of your classes')
  expect(progressWords(progress)).toBe('So far you attended 3 of 4, which is enough.')
  expect(progressWords({ ...progress, attended: 0, counted: 0, meets: false })).toBe('No class counts for you yet.')
})

test('work is told in exercises', () => {
  const work = { ...progress, rule: 'work', exercises: 1, accepted: 0, meets: false } as const
  expect(progressWords(work)).toBe('So far 0 of 1 is accepted.')
  expect(progressWords({ ...work, exercises: 0 })).toBe('There are no exercises yet.')
})

test('a decision of staff has no figures', () => {
  expect(progressWords({ ...progress, rule: 'decision', wanted_percent: null, meets: null })).toBeNull()
})

test('after the last class the words say what comes next', () => {
  expect(nextWords(progress)).toContain('after the last class')
  expect(nextWords({ ...progress, finished: true })).toContain('issues the certificates next')
  expect(nextWords({ ...progress, finished: true, meets: false })).toContain('the rule is not met')
})

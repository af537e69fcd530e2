import { expect, test } from 'vitest'
import { linesBeyond, missingForName } from './unready.ts'

const consent = { origin: 'named', student_name: 'Asha Patil', completed_on: '2026-06-30', consented_on: '2026-07-04' } as const

test('a named student needs a name and both days', () => {
  expect(missingForName(consent)).toEqual([])
  expect(missingForName({ ...consent, student_name: null, completed_on: null })).toEqual([
    'The name is missing.',
    'The day on which the course was completed is missing.',
  ])
  expect(missingForName({ ...consent, origin: 'written', student_name: null })).toEqual([])
})

test('comments on lines beyond the code are named', () => {
  const comments = [
    { last_line: 2, answer_last: null },
    { last_line: 3, answer_last: 2 },
  ]
  expect(linesBeyond({ code_before: 'a\nb\n', code_after: 'a', comments })).toEqual([
    'Comment 2 names line 3. The code has 2 lines.',
    'The answer to comment 2 names line 2. The mended code has 1 line.',
  ])
})

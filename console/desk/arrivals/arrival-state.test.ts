import { expect, test } from 'vitest'
import { gains, outcomeText } from './arrival-state.tsx'

test('a line says what becomes of it', () => {
  const line = { outcome: 'new', note: '', target_id: 7 } as const
  const states = ['checked', 'done', 'undone'] as const
  expect(states.map((state) => outcomeText(line, state))).toEqual(['Will be made', 'Made', 'Removed'])
  expect(outcomeText({ ...line, note: 'Students are in it.' }, 'undone')).toBe('Stays')
  expect(outcomeText({ ...line, outcome: 'changed' }, 'undone')).toBe('As it was')
  expect(outcomeText({ ...line, target_id: null }, 'running')).toBe('Will be made')
})

test('a file says what it brings', () => {
  const of = (additions: number, changes: number) => gains({ kind: 'courses', additions, changes })
  expect([of(0, 0), of(1, 0), of(2, 3), of(0, 1)]).toEqual(['nothing', '1 course', '2 courses, 3 changed', '1 course changed'])
})

import { expect, test } from 'vitest'
import { isOpenWork, isOverdue, stateOfWork } from './work-state.ts'

const due = '2026-12-28T18:29:00.000Z'
const [before, after] = [Date.parse(due) - 1, Date.parse(due) + 1]
const exercise = { due_at: due, late: false }

test('an exercise that is to do turns overdue', () => {
  const toDo = { ...exercise, state: 'to_do' as const }
  expect([before, after].map((now) => stateOfWork(toDo, now).words)).toEqual(['To do', 'Overdue'])
  expect([before, after].map((now) => isOverdue(toDo, now))).toEqual([false, true])
})

test('work that waits or is accepted is never overdue', () => {
  const handedIn = { ...exercise, state: 'handed_in' as const, late: true }
  expect(stateOfWork(handedIn, after).words).toBe('Handed in late, waits for a review')
  expect(stateOfWork({ ...exercise, state: 'accepted' }, after).words).toBe('Accepted')
  expect([handedIn, { state: 'accepted' as const }].map(isOpenWork)).toEqual([false, false])
})

test('work that comes back is to do again', () => {
  const again = { ...exercise, state: 'again' as const }
  expect(isOpenWork(again)).toBe(true)
  expect(stateOfWork(again, before).words).toBe('Hand in again')
})

import { expect, test } from 'vitest'
import { byWhatCanBeDone, isOpenWork, isOverdue, stateOfWork } from './work-state.ts'

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

test('due next comes first, then overdue; completed batches are apart', () => {
  const now = Date.parse('2026-12-20T00:00:00Z')
  const one = (id: number, day: number, state: 'to_do' | 'again' | 'accepted', batch_over = false) => ({
    id,
    due_at: `2026-12-${day}T12:00:00Z`,
    state,
    late: false,
    batch_over,
  })
  const work = byWhatCanBeDone(
    [
      one(1, 10, 'to_do'),
      one(2, 25, 'to_do'),
      one(3, 22, 'again'),
      one(4, 15, 'to_do'),
      one(5, 23, 'accepted'),
      one(6, 11, 'to_do', true),
    ],
    now,
  )
  expect(work.now.map(({ id }) => id)).toEqual([3, 2, 4, 1])
  expect(work.over.map(({ id }) => id)).toEqual([6])
})

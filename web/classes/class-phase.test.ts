import { expect, it } from 'vitest'
import { phaseOf, timeLeft } from './class-phase.ts'

const one = {
  session_id: 1,
  day_number: 1,
  opens_at: '2031-02-03T13:45:00.000Z',
  starts_at: '2031-02-03T14:00:00.000Z',
  ends_at: '2031-02-03T15:30:00.000Z',
}

it.each([
  ['2031-02-03T13:44:59.999Z', 'ahead'],
  ['2031-02-03T13:45:00.000Z', 'open'],
  ['2031-02-03T13:59:59.999Z', 'open'],
  ['2031-02-03T14:00:00.000Z', 'running'],
  ['2031-02-03T15:29:59.999Z', 'running'],
  ['2031-02-03T15:30:00.000Z', 'over'],
])('at %s a class is %s', (at, phase) => {
  expect(phaseOf(one, Date.parse(at))).toBe(phase)
})

it('counts down in whole units, never below zero', () => {
  const left = (at: string) => Object.values(timeLeft(one.starts_at, Date.parse(at)))
  expect(left('2031-02-01T12:58:57.000Z')).toEqual([2, 1, 1, 3])
  expect(left('2031-02-03T13:59:59.200Z')).toEqual([0, 0, 0, 1])
  expect(left('2031-02-03T14:00:00.000Z')).toEqual([0, 0, 0, 0])
  expect(left('2031-02-03T14:30:00.000Z')).toEqual([0, 0, 0, 0])
})

import { expect, it } from 'vitest'
import { byModule, isBegun, type Recording, stateAt, type TimelineClass, watchedOf, withRecordings } from './timeline.ts'

const recording = (session: number, more: Partial<Recording> = {}): Recording => ({
  id: session,
  session_id: session,
  title: `Day ${session}`,
  date: '2031-02-03',
  day_number: session,
  duration_seconds: 600,
  is_preview: false,
  kind: 'file',
  position_seconds: 0,
  completed: false,
  ...more,
})
const one = (id: number, more: Partial<TimelineClass> = {}): TimelineClass => ({
  session_id: id,
  number: id,
  topic: '',
  module: '',
  starts_at: '2031-02-03T14:00:00.000Z',
  ends_at: '2031-02-03T15:30:00.000Z',
  opens_at: '2031-02-03T13:45:00.000Z',
  state: 'scheduled',
  moved_from: null,
  cancel_reason: '',
  makes_up_for_at: null,
  made_up_at: null,
  instructor: 'Meera Kulkarni',
  substitute_for: null,
  prepare: '',
  notes: '',
  recording: null,
  recordings: [],
  ...more,
})

it.each([
  ['2031-02-03T13:59:59.999Z', 'scheduled'],
  ['2031-02-03T14:00:00.000Z', 'live'],
  ['2031-02-03T15:30:00.000Z', 'held'],
] as const)('at %s a class is %s, a cancelled one stays cancelled', (at, state) => {
  expect(stateAt(one(1), Date.parse(at))).toBe(state)
  expect(stateAt(one(1, { state: 'cancelled' }), Date.parse(at))).toBe('cancelled')
})

it('groups classes by module, in order of time', () => {
  const runs = byModule([
    one(1, { module: 'Basics' }),
    one(2),
    one(3, { module: 'Databases' }),
    one(4, { module: 'Basics' }),
    one(5, { module: 'Databases' }),
  ])
  expect(runs.map(({ name, continued, classes }) => [name, continued, classes.map((each) => each.session_id)])).toEqual([
    ['Basics', false, [1, 2]],
    ['Databases', false, [3]],
    ['Basics', true, [4]],
    ['Databases', true, [5]],
  ])
  expect(byModule([one(1), one(2)])).toHaveLength(1)
  expect(byModule([])).toEqual([])
})

it('a class is watched with all of its recordings', () => {
  const classes = withRecordings({
    classes: [one(1), one(2), one(3)],
    recordings: [recording(1, { completed: true }), recording(2, { completed: true }), recording(2, { id: 9 })],
  })
  expect(classes.map(({ recordings }) => recordings.length)).toEqual([1, 2, 0])
  expect(watchedOf(classes)).toEqual({ watched: 1, all: 2 })
})

it('a recording is begun between its first second and its end', () => {
  const at = (position_seconds: number) => isBegun(recording(1, { position_seconds }))
  expect([at(0), at(1), at(589), at(590)]).toEqual([false, true, true, false])
})

import { expect, test } from 'vitest'
import type { RecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import { planFolder, titleOf } from './plan-folder.ts'

const file = (path: string, size = 10) => ({ path, name: path.split('/').at(-1) ?? '', size })
const held = (id: number) => ({ id, number: id, topic: '', starts_at: `2026-12-0${id}T10:00:00.000Z`, state: 'held' as const })
const uploadOf = (given: Partial<RecordingUpload>): RecordingUpload => ({
  id: 5,
  version: 1,
  session_id: 1,
  course: 'React',
  number: 1,
  title: 'Intro',
  file_name: '1 Intro.mp4',
  size_bytes: 10,
  state: 'receiving',
  problem: '',
  staff_id: 3,
  staff: 'Meera Kulkarni',
  created_at: '2026-12-22T03:00:00.000Z',
  ...given,
})
const batch = {
  classes: [held(1), held(2), { ...held(3), state: 'scheduled' as const }],
  recordings: [],
  uploads: [],
  staffId: 3,
}
const planned = (files: ReturnType<typeof file>[], given: Partial<Parameters<typeof planFolder>[1]> = {}) =>
  planFolder(files, { ...batch, ...given }).videos.map(({ title, session, does }) => [title, does, session?.id ?? null])

test('videos go to classes that have begun, in natural order', () => {
  const files = [file('10 Hooks.mp4'), file('2 State.mov'), file('1 Intro.mp4'), file('notes.pdf'), file('.1 Intro.mp4')]
  expect(planned(files)).toEqual([
    ['Intro', 'upload', 1],
    ['State', 'upload', 2],
    ['Hooks', 'no_class', null],
  ])
  expect(planFolder(files, batch).others).toBe(2)
})

test('what is there is skipped, and what has begun goes on', () => {
  const files = [file('1 Intro.mp4'), file('2 State.mp4')]
  const recordings = [{ session_id: 1, title: 'Intro' }]
  expect(planned(files, { recordings })).toEqual([
    ['Intro', 'there', 1],
    ['State', 'upload', 2],
  ])
  expect(planned(files, { uploads: [uploadOf({})] })[0]).toEqual(['Intro', 'go_on', 1])
  expect(planned(files, { uploads: [uploadOf({ state: 'preparing' })] })[0]).toEqual(['Intro', 'there', 1])
  expect(planned(files, { uploads: [uploadOf({ staff_id: 4 })] })[0]).toEqual(['Intro', 'there', 1])
  expect(planned(files, { uploads: [uploadOf({ size_bytes: 11 })] })[0]).toEqual(['Intro', 'upload', 2])
})

test('files without a use take no class', () => {
  expect(planned([file('1 a.mp4', 0), file('2 b.mp4', 6 * 1024 ** 3), file('3 c.mp4')])).toEqual([
    ['a', 'empty', null],
    ['b', 'too_large', null],
    ['c', 'upload', 1],
  ])
})

test.each([
  ['07_Reading_a_query_plan.mp4', 'Reading a query plan'],
  ['3. Hooks – part 2.mov', 'Hooks – part 2'],
  ['1.2 - Closures.webm', 'Closures'],
  ['12.mp4', '12'],
  ['Session 4.mp4', 'Session 4'],
])('the title of %s is %s', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

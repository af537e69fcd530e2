import { expect, test } from 'vitest'
import { chaptersOf, draftOf, inOrder, problemsOf } from './chapter-drafts.ts'

const drafts = (...given: [time: string, title: string][]) => given.map(([time, title]) => draftOf(time, title))

test('typed chapters are put in the order of their times', () => {
  const typed = drafts(['0:00', 'Welcome'], ['10:00', ' Locks '], ['', 'Waits'], ['5:00', 'Keys'])
  expect(inOrder(typed).map(({ title }) => title)).toEqual(['Welcome', 'Keys', ' Locks ', 'Waits'])
  expect(chaptersOf(typed)[1]).toEqual({ at_seconds: 600, title: 'Locks' })
})

test('each chapter that cannot be saved says why', () => {
  const typed = drafts(['0:05', 'Welcome'], ['', 'Waits'], ['1:2', 'Keys'], ['0:05', 'Locks'], ['2:00', 'x'], ['59:00', 'End'])
  expect([...problemsOf(typed, 600).values()]).toEqual([
    'The first chapter begins at 0:00.',
    'Please give its time, such as 12:34.',
    'A time looks like 12:34 or 1:02:03.',
    'A title has at least 2 characters.',
    'The recording ends at 10:00.',
  ])
  const twice = drafts(['0:00', 'Welcome'], ['1:00', 'Keys'], ['1:00', 'Locks'])
  expect([...problemsOf(twice, 0).values()]).toEqual(['Another chapter begins at this time.'])
})

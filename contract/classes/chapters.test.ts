import { expect, test } from 'vitest'
import { chapterList, parseChapterTime, readChapters, topicsOf } from './chapters.ts'

test('a pasted list is read with the usual marks', () => {
  const text = `In this class:\r\n\r\n0:00 Welcome\n(1:05) - Locks\n• 12:34 – Who waits, and why\n[1:02:03] | End\n75:00: Late\nThank you`
  expect(readChapters(text)).toEqual({
    chapters: [
      { at_seconds: 0, title: 'Welcome' },
      { at_seconds: 65, title: 'Locks' },
      { at_seconds: 754, title: 'Who waits, and why' },
      { at_seconds: 3723, title: 'End' },
      { at_seconds: 4500, title: 'Late' },
    ],
    skipped: 2,
  })
})

test.each(['', '5', '1:5', '1:60', '1:60:00', '-1:00', '1:00.5', 'a:bc'])('%o is no time', (text) => {
  expect(parseChapterTime(text)).toBeNull()
})

test.each([
  [[{ at_seconds: 5, title: 'Locks' }], 'The first chapter begins at 0:00.'],
  [
    [
      { at_seconds: 0, title: 'Locks' },
      { at_seconds: 0, title: 'Waits' },
    ],
    'Each chapter begins after the one before.',
  ],
  [[{ at_seconds: 0, title: 'x' }], 'A title has at least 2 characters.'],
  [[{ at_seconds: 0.5, title: 'Locks' }], 'A chapter begins at a whole second.'],
  [Array.from({ length: 61 }, (_, at) => ({ at_seconds: at, title: 'Locks' })), 'A recording has at most 60 chapters.'],
])('refuses the chapters %#', (chapters, message) => {
  expect(chapterList.safeParse(chapters).error?.issues[0]?.message).toBe(message)
})

test('a class with one topic gives no draft', () => {
  expect([topicsOf('Locks'), topicsOf('Locks · Waits')]).toEqual([[], ['Locks', 'Waits']])
})

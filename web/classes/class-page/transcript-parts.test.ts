import { expect, test } from 'vitest'
import { includesQuery, joinCaptions, partAt, splitByQuery } from './transcript-parts.ts'

const caption = (startTime: number, text: string, seconds = 4) => ({ startTime, endTime: startTime + seconds, text })

test('captions are joined until a sentence ends after 20 seconds', () => {
  const captions = [0, 5, 10, 15, 20, 25].map((at) => caption(at, `Words at ${at}.`, 5))
  expect(joinCaptions(captions)).toEqual([
    { startTime: 0, text: 'Words at 0. Words at 5. Words at 10. Words at 15.' },
    { startTime: 20, text: 'Words at 20. Words at 25.' },
  ])
})

test('a sentence without an end is cut after 45 seconds', () => {
  const captions = Array.from({ length: 20 }, (_, index) => caption(index * 5, `word ${index}`, 5))
  const parts = joinCaptions(captions)
  expect(parts.map(({ startTime }) => startTime)).toEqual([0, 50])
})

test('silence begins a new part, and empty captions are left out', () => {
  expect(joinCaptions([caption(0, 'One'), caption(4, '  \n'), caption(30, 'two\nlines')])).toEqual([
    { startTime: 0, text: 'One' },
    { startTime: 30, text: 'two lines' },
  ])
})

test('the part at a time is the last that has begun', () => {
  const parts = [
    { startTime: 2, text: '' },
    { startTime: 10, text: '' },
  ]
  expect([0, 2, 9.9, 10, 500].map((seconds) => partAt(parts, seconds))).toEqual([-1, 0, 0, 1, 1])
})

test('a query is found in any case and marked each time', () => {
  const marked = (text: string, query: string) =>
    splitByQuery(text, query)
      .map((piece) => (piece.isFound ? `[${piece.text}]` : piece.text))
      .join('')
  expect(marked('A Promise is a promise.', 'promise')).toBe('A [Promise] is a [promise].')
  expect(marked('एक वादा', 'वादा')).toBe('एक [वादा]')
  expect(marked('Nothing', ' ')).toBe('Nothing')
  expect(includesQuery('HTTP Headers', ' headers ')).toBe(true)
})

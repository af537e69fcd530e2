import { expect, test } from 'vitest'
import { splitCode } from './split-code.ts'

const partsOf = (text: string) => splitCode(text).map(({ isCode, text: part }) => [isCode ? 'code' : 'words', part])

test.each([
  ['plain words', [['words', 'plain words']]],
  ['', []],
  [
    'before\n```sql\nselect 1\n  from a\n```\nafter',
    [
      ['words', 'before'],
      ['code', 'select 1\n  from a'],
      ['words', 'after'],
    ],
  ],
  ['```\n<b>not bold</b>', [['code', '<b>not bold</b>']]],
  [
    '```\r\na\r\n```\r\nb',
    [
      ['code', 'a\r'],
      ['words', 'b'],
    ],
  ],
  ['a ``` b', [['words', 'a ``` b']]],
  ['```\n```\nx', [['words', 'x']]],
])('splits %o', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})

test('each part knows its place', () => {
  const text = 'one\n```\ntwo\n```\nthree'
  expect(splitCode(text).map(({ at, text: part }) => text.slice(at, at + part.length))).toEqual(['one', 'two', 'three'])
})

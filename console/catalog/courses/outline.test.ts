import { expect, test } from 'vitest'
import type { CurriculumSection } from '#contract/catalog/catalog.ts'
import {
  curriculumOf,
  dropped,
  type Line,
  linesOf,
  moved,
  parseOutline,
  pasted,
  shifted,
  without,
  withSibling,
} from './outline.ts'

/** An outline as text: two spaces for each level. */
const read = (text: string): Line[] => parseOutline(text, 0)
const write = (lines: readonly Line[]) => lines.map(({ text, level }) => `${'  '.repeat(level)}${text}`)

const outline = `Web
  HTTP
  TypeScript
    Types
    Narrowing
Data
  SQL`

test('a curriculum survives the outline unchanged', () => {
  const curriculum: CurriculumSection[] = [
    { Web: ['HTTP', { TypeScript: ['Types', 'Narrowing'] }] },
    { '2024': [] },
    { Data: ['SQL'] },
  ]
  expect(curriculumOf(linesOf(curriculum, [3, 1, 2]))).toEqual({ curriculum, module_weeks: [3, 1, 2] })
  expect(curriculumOf(linesOf(curriculum, []))).toEqual({ curriculum, module_weeks: [] })
})

test('weeks that only some modules have are refused', () => {
  const [first, ...rest] = read('Web\nData')
  expect(curriculumOf([{ ...(first as Line), weeks: 3 }, ...rest]).module_weeks).toEqual([3, 0])
})

test('a line takes its own lines along when its level changes', () => {
  expect(write(shifted(read(outline), 2, -1))).toEqual(['Web', '  HTTP', 'TypeScript', '  Types', '  Narrowing', 'Data', '  SQL'])
  expect(write(shifted(read(outline), 2, 1)).slice(1, 5)).toEqual(['  HTTP', '    TypeScript', '      Types', '      Narrowing'])
})

test.each([
  ['the first line indents', 0, 1],
  ['a module outdents', 5, -1],
  ['a line indents twice below its parent', 3, 1],
] as const)('nothing changes when %s', (_, index, by) => {
  const lines = read(outline)
  expect(shifted(lines, index, by)).toBe(lines)
})

test('no line gets below the fifth level', () => {
  const lines = read('1\n 2\n  3\n   4\n    5\n    6')
  expect(shifted(lines, 5, 1)).toBe(lines)
  expect(Math.max(...read('1\n 2\n  3\n   4\n    5\n     6\n      7').map(({ level }) => level))).toBe(4)
})

test('a line moves over its sibling and out of its part', () => {
  expect(write(moved(read(outline), 2, -1)).slice(0, 5)).toEqual(['Web', '  TypeScript', '    Types', '    Narrowing', '  HTTP'])
  expect(write(moved(read(outline), 0, 1))).toEqual([
    'Data',
    '  SQL',
    'Web',
    '  HTTP',
    '  TypeScript',
    '    Types',
    '    Narrowing',
  ])
  expect(write(moved(read(outline), 4, 1))).toEqual([
    'Web',
    '  HTTP',
    '  TypeScript',
    '    Types',
    'Data',
    '  Narrowing',
    '  SQL',
  ])
  expect(write(moved(read(outline), 1, -1))).toEqual([
    'HTTP',
    'Web',
    '  TypeScript',
    '    Types',
    '    Narrowing',
    'Data',
    '  SQL',
  ])
})

test('a dragged line takes the nearest level that its place allows', () => {
  expect(write(dropped(read(outline), 6, 1, 4))).toEqual([
    'Web',
    '  SQL',
    '  HTTP',
    '  TypeScript',
    '    Types',
    '    Narrowing',
    'Data',
  ])
  expect(write(dropped(read(outline), 2, 6, 2))).toEqual([
    'Web',
    '  HTTP',
    'Data',
    '  SQL',
    '    TypeScript',
    '      Types',
    '      Narrowing',
  ])
  expect(write(dropped(read(outline), 6, 6, 0))).toEqual([
    'Web',
    '  HTTP',
    '  TypeScript',
    '    Types',
    '    Narrowing',
    'Data',
    'SQL',
  ])
})

test('a new line stands below everything of the line before', () => {
  const { lines, at } = withSibling(read(outline), 2)
  expect([at, lines[at]?.level, write(lines)[5]]).toEqual([5, 1, '  '])
})

test('lines of a removed line move one level up', () => {
  expect(write(without(read(outline), 2))).toEqual(['Web', '  HTTP', '  Types', '  Narrowing', 'Data', '  SQL'])
})

test('a pasted outline keeps its levels and loses its bullets', () => {
  const { lines, at } = pasted(read('Web\n  HTTP'), 1, '1. Servers\n\t- Node.js\n\t- Fastify 5\n\t\t* Plugins\n2) Queues\n')
  expect(write(lines)).toEqual(['Web', '  HTTP', '  Servers', '    Node.js', '    Fastify 5', '      Plugins', '  Queues'])
  expect(at).toBe(6)
  expect(write(pasted([...read('Web'), { ...(read('x')[0] as Line), text: '', level: 1 }], 1, 'One\nTwo').lines)).toEqual([
    'Web',
    '  One',
    '  Two',
  ])
})

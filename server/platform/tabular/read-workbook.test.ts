import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeWorkbook, type MadeCell, packed, partsOfWorkbook } from '#tests/school/make-workbook.ts'
import { xlsxOf } from '#server/platform/http/xlsx.ts'
import { readWorkbook } from './read-workbook.ts'

const cellsIn = (bytes: Uint8Array) => readWorkbook(bytes).map(({ cells }) => cells)
const shown = (cell: MadeCell) => cellsIn(makeWorkbook({ rows: [['x', cell]] }))[0]?.[1] ?? ''

test.each<[string, MadeCell, string]>([
  ['a text', ' Asha\u00A0Patil\u200B ', 'Asha Patil'],
  ['a text with signs of XML', 'R&D <b>', 'R&D <b>'],
  ['a phone number', 8038006639, '8038006639'],
  ['a phone number in the notation of science', { xml: '<c r="@"><v>8.038006639E9</v></c>' }, '8038006639'],
  ['a phone number with decimals', { xml: '<c r="@"><v>8038006639.0</v></c>' }, '8038006639'],
  ['a reference of twelve digits', 632145879012, '632145879012'],
  ['an amount', 36000.5, '36000.5'],
  ['a day', { day: 46357 }, '2026-12-01'],
  ['a day and a time', { day: 46357.8125, format: 22 }, '2026-12-01 19:30:00'],
  ['a time', { day: 0.8125, format: 20 }, '19:30:00'],
  ['a day of a format of its own', { day: 46357, format: 164 }, '2026-12-01'],
  ['a number of two decimals', { day: 36000, format: 4 }, '36000'],
  ['a yes', { xml: '<c r="@" t="b"><v>1</v></c>' }, 'TRUE'],
  ['a text beside its cell', { xml: '<c r="@" t="inlineStr"><is><r><t>As</t></r><r><t>ha</t></r></is></c>' }, 'Asha'],
  ['what a formula gave', { xml: '<c r="@" t="str"><f>A1&amp;"y"</f><v>xy</v></c>' }, 'xy'],
  ['a formula without a result', { xml: '<c r="@"><f>1+1</f></c>' }, ''],
  ['an error', { xml: '<c r="@" t="e"><v>#REF!</v></c>' }, ''],
  ['an unknown style', { xml: '<c r="@" s="99"><v>5</v></c>' }, '5'],
  ['an unknown text', { xml: '<c r="@" t="s"><v>99</v></c>' }, ''],
  ['letters that XML can not have', 'Asha_x000D__x0000_', 'Asha'],
])('reads %s', (_what, cell, expected) => expect(shown(cell)).toBe(expected))

test('days of the calendar of 1904 are read', () => {
  const parts = partsOfWorkbook([{ rows: [[{ day: 44895 }]] }], { is1904: true })
  expect(cellsIn(packed(parts))).toEqual([['2026-12-01']])
})

test('the first visible sheet with content is read', () => {
  const file = makeWorkbook(
    { rows: [['hidden']], isHidden: true },
    { rows: [[], [null]] },
    { rows: [['name']] },
    { rows: [['x']] },
  )
  expect(cellsIn(file)).toEqual([['name']])
})

test('lines keep their numbers and cells their places', () => {
  expect(readWorkbook(makeWorkbook({ rows: [['a'], [], [null, null, 'b', null]] }))).toEqual([
    { line: 1, cells: ['a'] },
    { line: 3, cells: ['', '', 'b'] },
  ])
})

test('a workbook that names its parts otherwise is read', () => {
  const { 'xl/sharedStrings.xml': texts = '', ...parts } = partsOfWorkbook([{ rows: [['Asha']] }])
  const renamed = Object.fromEntries(
    Object.entries(parts).map(([name, xml]) => [
      name,
      xml.replace('Target="sharedStrings.xml"', 'Target="/xl/strings/Table.xml"').replaceAll(/<(\/?)(row|c|v)\b/g, '<$1s:$2'),
    ]),
  )
  expect(cellsIn(packed({ ...renamed, 'xl/strings/table.xml': texts }))).toEqual([['Asha']])
})

test('a workbook of an export is read back', async () => {
  async function* pages() {
    yield [{ name: '=Asha', reference: '000123' }]
  }
  const columns = (['name', 'reference'] as const).map(
    (heading) => ({ heading, kind: 'text', value: (row: { name: string; reference: string }) => row[heading] }) as const,
  )
  expect(cellsIn(await buffer(xlsxOf('Students', { columns, pages: pages() })))).toEqual([
    ['name', 'reference'],
    ['=Asha', '000123'],
  ])
})

const sheetOf = (xml: string) =>
  packed({
    ...partsOfWorkbook([{ rows: [] }]),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${xml}</sheetData></worksheet>`,
  })
test.each<[string, () => Uint8Array, RegExp]>([
  ['a text', () => Buffer.from('name,email'), /is not a workbook/],
  ['nothing', () => Buffer.alloc(0), /is not a workbook/],
  ['an archive of something else', () => packed({ 'word/document.xml': '<a/>' }), /is not a workbook/],
  ['a workbook that broke off', () => makeWorkbook({ rows: [['a']] }).subarray(0, -40), /is not a workbook/],
  ['a sheet that broke off', () => sheetOf('<row r="1"><c r="A1"><v>1</v>'), /is not a workbook/],
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae100', 'hex'), /old Excel/],
  ['a bomb', () => sheetOf(' '.repeat(60_000_000)), /more in it than a list/],
  ['a cell far to the right', () => sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'), /more in it than a list/],
  ['a row a billion', () => sheetOf('<row r="999999999"><c r="A999999999"><v>1</v></c></row>'), /is not a workbook/],
  ['a column without a name', () => sheetOf('<row r="1"><c r="1"><v>1</v></c></row>'), /is not a workbook/],
  ['half a million cells', () => sheetOf(`<row r="1">${'<c/>'.repeat(500_001)}</row>`), /more in it than a list/],
])('refuses %s', (_what, bytes, message) => expect(() => readWorkbook(bytes())).toThrow(message))

test('entities of a file stay what they are', () => {
  const parts = partsOfWorkbook([{ rows: [['Asha']] }])
  const texts = '<!DOCTYPE sst [<!ENTITY b "cccccccc"><!ENTITY d "&b;&b;&b;">]><sst><si><t>&d;</t></si></sst>'
  expect(cellsIn(packed({ ...parts, 'xl/sharedStrings.xml': texts }))).toEqual([['&d;']])
})

test('a row far below costs nothing', () => {
  const far = sheetOf('<row r="1000000"><c r="A1000000"><v>1</v></c></row>')
  expect(readWorkbook(far)).toEqual([{ line: 1_000_000, cells: ['1'] }])
})

test('no more is unpacked than the directory names', () => {
  const bytes = Buffer.from(sheetOf(`<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(10_000_000)}`))
  const honest = Buffer.alloc(4)
  const lie = Buffer.alloc(4)
  const size =
    Buffer.byteLength('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>') + 10_000_000
  honest.writeUInt32LE(size)
  lie.writeUInt32LE(100)
  const at = bytes.lastIndexOf(honest)
  expect(at).toBeGreaterThan(0)
  lie.copy(bytes, at)
  expect(() => readWorkbook(bytes)).toThrow(/is not a workbook/)
})

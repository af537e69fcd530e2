import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines } from '#server/platform/http/csv.ts'
import { readCells } from './read-cells.ts'

const cellsOf = (text: string, delimiter = ',') => readCells(text, { delimiter }).map(({ cells }) => cells)

test('any visible text is read as it was exported', () => {
  const visible = fc
    .string({ unit: fc.constantFrom(...`'"=+-@,;\n\t aé9क्\u200d`), minLength: 1, maxLength: 12 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && !/^'*[\t\r]/.test(text))
  fc.assert(
    fc.property(fc.array(visible, { minLength: 1, maxLength: 4 }), (texts) => {
      const columns = texts.map((_, index) => ({ heading: '', kind: 'text', value: (row: string[]) => row[index] }) as const)
      expect(cellsOf(csvLines(columns, [texts]))).toEqual([texts])
    }),
  )
})

test('an apostrophe is taken away before a formula alone', () => {
  expect(cellsOf(`'-Ravi,'t Hooft,'=1,'@x,'+91,''-x,-y,'`)).toEqual([['-Ravi', "'t Hooft", '=1', '@x', '+91', "'-x", '-y', "'"]])
})

test('lines keep their numbers below a line of the separator', () => {
  expect(readCells('sep=;\n\na;b\n', { delimiter: ';' })).toEqual([{ line: 3, cells: ['a', 'b'] }])
})

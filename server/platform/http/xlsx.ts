import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ColumnKind } from '#contract/exported-files.ts'
import { type Column, textOf } from './export-columns.ts'

/** What Excel takes. A file with more would be one that it repairs or refuses. */
const most = { rows: 1_048_576, characters: 32_767 } as const

/**
 * Returns a workbook with one sheet, made while it is read: a page of rows is fetched when the one before has left. A text is written
 * as a text, so Excel neither runs it nor takes it for a number.
 */
export function xlsxOf<Row>(
  name: string,
  { columns, pages }: { columns: readonly Column<Row>[]; pages: AsyncIterable<readonly Row[]> },
): Readable {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(partsOf(name))) zip.addBuffer(Buffer.from(text), path)
  const sheet = Readable.from(sheetOf(columns, pages))
  // The first page is fetched before its turn: a source that was not begun does not hear that the reader has left.
  sheet.read(0)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  const output = zip.outputStream as PassThrough
  sheet.on('error', (error) => output.destroy(error))
  // The reader may leave before the end, and the source of the pages has to know.
  output.on('close', () => sheet.destroy())
  return output
}

async function* sheetOf<Row>(columns: readonly Column<Row>[], pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let count = 0
  for await (const rows of pages) {
    if (count === 0) {
      yield headOf(columns, rows)
      count = 1
    }
    if (count + rows.length > most.rows) throw new Error('A sheet has no room for so many rows.')
    const first = count + 1
    yield rows.map((row, index) => rowOf(columns, row, first + index)).join('')
    count += rows.length
  }
  const last = nameOfColumn(columns.length - 1)
  yield `</sheetData><autoFilter ref="A1:${last}${count}"/>` +
    // Excel would mark each number of a receipt that is a text.
    `<ignoredErrors><ignoredError sqref="A1:${last}${count}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

/** The sheet up to its headings, which stay in sight. @param rows those whose texts measure the columns */
function headOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const widths = columns.map(({ heading, kind, value }, index) => {
    // With room for the button of the filter.
    const longest = rows.reduce((length, row) => Math.max(length, textOf(kind, value(row)).length), heading.length + 3)
    return `<col min="${index + 1}" max="${index + 1}" width="${Math.min(longest + 2, 60)}" customWidth="1"/>`
  })
  const headings = columns.map(({ heading }, index) => textCell(heading, `${nameOfColumn(index)}1`, styles.heading))
  return (
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
  )
}

function rowOf<Row>(columns: readonly Column<Row>[], row: Row, number: number): string {
  const cells = columns.map(({ kind, value }, index) => cellOf(kind, value(row), `${nameOfColumn(index)}${number}`))
  return `<row r="${number}">${cells.join('')}</row>`
}

function cellOf(kind: ColumnKind, value: unknown, at: string): string {
  const text = textOf(kind, value)
  if (text === '') return ''
  const number = typeof value === 'number' ? text : kind === 'day' || kind === 'time' ? serialOf(text) : null
  if (kind !== 'text' && number !== null) return `<c r="${at}" s="${styles[kind]}"><v>${number}</v></c>`
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`
  return textCell(text, at, styles.text)
}

/** Days since the last of 1899, by which Excel knows a day or a minute of this century and the last. Null for another text. */
function serialOf(text: string): number | null {
  const days = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`) / 86_400_000 + 25_569
  return days >= 61 ? days : null
}

const textCell = (text: string, at: string, style: number) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** What XML has no letter for, and what Excel would read as such an escape. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string) =>
  (text.length > most.characters ? `${text.slice(0, most.characters - 1)}…` : text)
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(unwritable, (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(/[&<>]/g, (letter) => entities[letter] ?? '')

/** "A" to "Z", then "AA". */
function nameOfColumn(index: number): string {
  const before = Math.floor(index / 26)
  return `${before > 0 ? nameOfColumn(before - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const formats = 'http://schemas.openxmlformats.org'
const main = `${formats}/spreadsheetml/2006/main`
const relation = `${formats}/officeDocument/2006/relationships`
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Numbers of `cellXfs` below. */
const styles = { number: 0, heading: 1, text: 2, rupees: 3, day: 4, time: 5 } as const
/** 4 is `#,##0.00`, with the groups that the computer has, and 49 keeps a text one when it is edited. */
const cellFormats = [
  'numFmtId="0"',
  'numFmtId="49" fontId="1"',
  'numFmtId="49"',
  'numFmtId="4"',
  'numFmtId="164"',
  'numFmtId="165"',
]

const partsOf = (name: string) => ({
  '[Content_Types].xml':
    `${xml}<Types xmlns="${formats}/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${xml}<Relationships xmlns="${formats}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels':
    `${xml}<Relationships xmlns="${formats}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${xml}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>` +
    `<sheet name="${escaped(name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/styles.xml':
    `${xml}<styleSheet xmlns="${main}">` +
    `<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
    `<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>` +
    `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>` +
    `<cellXfs count="${cellFormats.length}">` +
    `${cellFormats.map((format) => `<xf xfId="0" ${format} applyNumberFormat="1" applyFont="1"/>`).join('')}</cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
})

import { strToU8, zipSync } from 'fflate'

/** A text of the shared table, a number as Excel writes it, a day as a number of days, or a cell as XML. */
export type MadeCell = string | number | { day: number; format?: number } | { xml: string } | null

interface MadeSheet {
  name?: string
  rows: readonly (readonly MadeCell[])[]
  isHidden?: boolean
}

const x = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letterOf = (index: number) => String.fromCharCode(65 + index)

/** The parts of a workbook as Excel saves one: texts stand in a table of their own, gaps are left out. */
export function partsOfWorkbook(sheets: readonly MadeSheet[], { is1904 = false } = {}): Record<string, string> {
  const texts: string[] = []
  const formats = [0, 14]
  const styleOf = (format: number) => {
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format)
  }
  const cell = (value: MadeCell, at: string) => {
    if (value === null || value === '') return ''
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'string') return `<c r="${at}" t="s"><v>${texts.push(value) - 1}</v></c>`
    if ('xml' in value) return value.xml.replaceAll('@', at)
    return `<c r="${at}" s="${styleOf(value.format ?? 14)}"><v>${value.day}</v></c>`
  }
  const bodies = sheets.map(({ rows }) =>
    rows
      .map(
        (row, index) =>
          `<row r="${index + 1}">${row.map((value, n) => cell(value, `${letterOf(n)}${index + 1}`)).join('')}</row>`,
      )
      .join(''),
  )
  const related = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`
  const list = sheets.map(
    ({ name = 'Sheet', isHidden }, n) =>
      `<sheet name="${name} ${n + 1}" sheetId="${n + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`,
  )
  return {
    '_rels/.rels': `${x}<Relationships xmlns="${packaged}">${related(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${x}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${x}<Relationships xmlns="${packaged}">${sheets.map((_, n) => related(n + 1, 'worksheet', `worksheets/sheet${n + 1}.xml`)).join('')}${related(90, 'sharedStrings', 'sharedStrings.xml')}${related(91, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `${x}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\/mm\\/yyyy&quot; day&quot;"/></numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${x}<sst xmlns="${main}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      bodies.map((body, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `${x}<worksheet xmlns="${main}"><sheetData>${body}</sheetData></worksheet>`,
      ]),
    ),
  }
}

export const packed = (parts: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))

/** A workbook of Excel. */
export const makeWorkbook = (...sheets: MadeSheet[]): Buffer => packed(partsOfWorkbook(sheets))

import { strFromU8, unzipSync } from 'fflate'
import { Parser } from 'saxen'
import { type CellLine, cleanCell } from './cells.ts'
import { isDateFormat, textOfSerial } from './serial-days.ts'

/** What a workbook may have, unpacked. A file of a kilobyte can name a cell in row a billion, or hold gigabytes of blanks. */
const most = { bytes: 24 * 1024 * 1024, cells: 400_000, columns: 500, rows: 1_048_576 } as const

/** A file that is no workbook, or has more than is read. The message says what to do. */
export class WorkbookError extends Error {}

const unreadable = 'This is not a workbook of Excel (.xlsx), or it is damaged. Please save it again, or save it as “CSV UTF-8”.'
const tooLarge = 'The workbook has more in it than a list. Please copy the table into a new one, and save that.'
const old =
  'This workbook is of an old Excel (.xls) or has a password. Please save it as “Excel Workbook (.xlsx)” without a password.'

/**
 * Returns the lines of the first visible sheet that has any, as texts. Formulas are not run: a cell is what was last seen in it.
 * @throws WorkbookError
 */
export function readWorkbook(bytes: Uint8Array): CellLine[] {
  if (strFromU8(bytes.subarray(0, 4), true) === '\u00D0\u00CF\u0011\u00E0') throw new WorkbookError(old)
  try {
    return readParts(unpack(bytes))
  } catch (error) {
    if (error instanceof WorkbookError) throw error
    throw new WorkbookError(unreadable, { cause: error })
  }
}

type Parts = ReadonlyMap<string, string>

/** Unpacks what is read. A part gets the bytes that the directory names for it, and no more are written. */
function unpack(bytes: Uint8Array): Parts {
  let left: number = most.bytes
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/i.test(name) || /\/(?:drawings|theme|media|charts|comments|printerSettings)\//i.test(name))
        return false
      left -= originalSize
      if (left < 0) throw new WorkbookError(tooLarge)
      return true
    },
  })
  return new Map(Object.entries(files).map(([name, data]) => [name.toLowerCase(), strFromU8(data)]))
}

function readParts(parts: Parts): CellLine[] {
  const book = partOfType(parts, '_rels/.rels', 'officeDocument') ?? 'xl/workbook.xml'
  const found = parts.get(book)
  if (found === undefined) throw new WorkbookError(unreadable)
  const relations = relationsOf(parts, book)
  const related = (type: string) => parts.get(relations.find((one) => one.type === type)?.target ?? '') ?? ''
  const [texts, dates] = [readSharedTexts(related('sharedStrings')), readDateStyles(related('styles'))]
  const { sheets, is1904 } = readSheetNames(found)
  const visible = sheets.some(({ isHidden }) => !isHidden) ? sheets.filter(({ isHidden }) => !isHidden) : sheets
  for (const { relation } of visible) {
    const xml = parts.get(relations.find(({ id }) => id === relation)?.target ?? '')
    if (xml === undefined) continue
    const lines = readSheet(xml, { texts, dates, is1904 })
    if (lines.length > 0) return lines
  }
  return []
}

interface Relation {
  id: string
  type: string
  target: string
}

/** The parts that a part names, by paths in the archive. */
function relationsOf(parts: Parts, path: string): Relation[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations: Relation[] = []
  eachTag(parts.get(`${folder}_rels/${path.slice(folder.length)}.rels`) ?? '', 'Relationship', (given) => {
    const target = new URL(given['Target'] ?? '', `file:///${folder}`).pathname.slice(1).toLowerCase()
    relations.push({ id: given['Id'] ?? '', type: (given['Type'] ?? '').replace(/^.*\//, ''), target })
  })
  return relations
}

function partOfType(parts: Parts, path: string, type: string): string | undefined {
  let found: string | undefined
  eachTag(parts.get(path) ?? '', 'Relationship', (given) => {
    if (given['Type']?.endsWith(`/${type}`)) found ??= (given['Target'] ?? '').replace(/^\//, '').toLowerCase()
  })
  return found
}

function readSheetNames(xml: string) {
  const sheets: { relation: string; isHidden: boolean }[] = []
  let is1904 = false
  eachTag(xml, 'sheet', (given) => sheets.push({ relation: given['id'] ?? '', isHidden: /hidden$/i.test(given['state'] ?? '') }))
  eachTag(xml, 'workbookPr', (given) => {
    is1904 = given['date1904'] === '1' || given['date1904'] === 'true'
  })
  return { sheets, is1904 }
}

/** The texts that cells refer to by number. Hints for the reading of Japanese are no part of them. */
function readSharedTexts(xml: string): string[] {
  const texts: string[] = []
  let [text, isText, isHint] = ['', false, false]
  parseXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 't') isText = true
      if (name === 'rPh') isHint = true
    },
    text(part) {
      if (isText && !isHint) text += part
    },
    close(name) {
      if (name === 'si') texts.push(text)
      if (name === 't') isText = false
      if (name === 'rPh') isHint = false
    },
  })
  return texts
}

/** Which styles of cells show a number as a date or a time. */
function readDateStyles(xml: string): boolean[] {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let isOfCells = false
  parseXml(xml, {
    open(name, given) {
      if (name === 'numFmt') codes.set(Number(given()['numFmtId']), given()['formatCode'] ?? '')
      if (name === 'cellXfs') isOfCells = true
      if (name !== 'xf' || !isOfCells) return
      const id = Number(given()['numFmtId'] ?? 0)
      styles.push(isDateFormat(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}

interface Book {
  texts: readonly string[]
  dates: readonly boolean[]
  is1904: boolean
}

/** Only cells that are there cost anything: a gap is no row and no cell until a later cell of the same row fills it. */
function readSheet(xml: string, book: Book): CellLine[] {
  const lines: CellLine[] = []
  let [row, column, cells]: [number, number, string[]] = [0, -1, []]
  let [type, style, text, isText, isValue, count] = ['', 0, '', false, false, 0]
  parseXml(xml, {
    open(name, given) {
      if (name === 'row') {
        row = numberWithin(given()['r'] ?? row + 1, most.rows)
        column = -1
        cells = []
      } else if (name === 'c') {
        const attributes = given()
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        if (column >= most.columns || ++count > most.cells) throw new WorkbookError(tooLarge)
        type = attributes['t'] ?? 'n'
        style = Number(attributes['s'] ?? 0)
        text = ''
      } else if (name === 'v') isValue = true
      else if (name === 't') isText = true
    },
    text(part) {
      if (isValue || isText) text += part
    },
    close(name) {
      if (name === 'v') isValue = false
      else if (name === 't') isText = false
      else if (name === 'c') {
        const cell = cleanCell(shown(text, type, style, book))
        if (cell === '') return
        while (cells.length < column) cells.push('')
        cells[column] = cell
      } else if (name === 'row' && cells.length > 0) lines.push({ line: row, cells })
    },
  })
  return lines
}

/** A cell as a person reads it. */
function shown(text: string, type: string, style: number, { texts, dates, is1904 }: Book): string {
  if (type === 's') return unescaped(texts[Number(text)] ?? '')
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  // What Excel shows in place of a value that it could not work out.
  if (type === 'e') return ''
  if (type !== 'n') return unescaped(text)
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return ''
  return dates[style] ? textOfSerial(number, is1904) : wholeNumber(number)
}

/** Files have 8038006639 as `8.038006639E9` too. A number of more than 15 digits has lost some. */
const wholeNumber = (number: number) => (Number.isSafeInteger(number) ? number.toFixed(0) : String(number))

/** Letters that XML can't have stand as `_x000D_`. The database has neither NUL nor half of a letter. */
const unescaped = (text: string) =>
  text
    .replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\0', '')
    .toWellFormed()

function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return numberWithin(column, 16_384) - 1
}

function numberWithin(value: string | number, limit: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > limit) throw new WorkbookError(unreadable)
  return number
}

interface Handlers {
  open: (name: string, attributes: () => Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads XML from the beginning to the end. Entities of a file's own are not known, so none can grow. */
function parseXml(xml: string, { open, text, close }: Handlers): void {
  let failure: Error | undefined
  const parser = new Parser()
  const within = (work: () => void) => {
    try {
      work()
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
      parser.stop()
    }
  }
  parser.on('error', (error) => {
    failure ??= error
    parser.stop()
  })
  parser.on('openTag', (name, attributes, decode) =>
    within(() =>
      open(localName(name), () =>
        Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [localName(key), decode(value)])),
      ),
    ),
  )
  if (text) {
    parser.on('text', (part, decode) => text(decode(part)))
    parser.on('cdata', text)
  }
  if (close) parser.on('closeTag', (name) => within(() => close(localName(name))))
  if (xml !== '') parser.parse(xml)
  if (failure !== undefined) throw failure
}

function eachTag(xml: string, tag: string, found: (attributes: Record<string, string>) => void): void {
  parseXml(xml, {
    open(name, attributes) {
      if (name === tag) found(attributes())
    },
  })
}

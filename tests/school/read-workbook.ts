import { inflateRawSync } from 'node:zlib'

/** A cell as Excel takes it: a text, a yes or no, or a number with the format by which it is shown. */
type Cell = string | boolean | { number: number; format: string } | null

interface Sheet {
  name: string
  headings: Cell[]
  rows: Cell[][]
  /** The parts of the file, by their paths. */
  parts: ReadonlyMap<string, string>
}

/** Reads a workbook as far as the exports write one. */
export function readWorkbook(bytes: Buffer): Sheet {
  const parts = unzip(bytes)
  const part = (path: string) => parts.get(path) ?? ''
  const sheet = part('xl/worksheets/sheet1.xml')
  const codes = new Map(
    [...part('xl/styles.xml').matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
  )
  const formats = [...(/<cellXfs.*<\/cellXfs>/.exec(part('xl/styles.xml'))?.[0] ?? '').matchAll(/numFmtId="(\d+)"/g)].map(
    ([, id = '']) => codes.get(id)?.replaceAll('\\', '') ?? { 0: 'General', 4: '#,##0.00', 49: '@' }[id] ?? '',
  )
  const cellOf = (attributes: string, content: string): Cell => {
    const value = /<v>(.*)<\/v>/.exec(content)?.[1] ?? ''
    if (attributes.includes('t="inlineStr"')) return textOf(/<t[^>]*>([^]*)<\/t>/.exec(content)?.[1] ?? '')
    if (attributes.includes('t="b"')) return value === '1'
    return { number: Number(value), format: formats[Number(/ s="(\d+)"/.exec(attributes)?.[1])] ?? '' }
  }
  const [headings = [], ...rows] = [...sheet.matchAll(/<row r="\d+">([^]*?)<\/row>/g)].map(([, row = '']) => {
    const cells: Cell[] = []
    for (const [, attributes = '', letters = '', content = ''] of row.matchAll(/<c( r="([A-Z]+)\d+"[^>]*)>([^]*?)<\/c>/g))
      cells[indexOf(letters)] = cellOf(attributes, content)
    return Array.from(cells, (cell) => cell ?? null)
  })
  return {
    name: textOf(/<sheet name="([^"]+)"/.exec(part('xl/workbook.xml'))?.[1] ?? ''),
    headings,
    rows: rows.map((row) => headings.map((_, index) => row[index] ?? null)),
    parts,
  }
}

/** The day and minute that a number of Excel means. */
export const momentOf = (cell: Cell | undefined) =>
  typeof cell === 'object' && cell !== null
    ? new Date(Date.UTC(1899, 11, 30) + Math.round(cell.number * 86_400_000)).toISOString().slice(0, 16).replace('T', ' ')
    : cell

const textOf = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const indexOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The files of an archive, which its directory at the end lists. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf('PK\u0005\u0006')
  if (end === -1) throw new Error('This is no archive, or it broke off.')
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const size = bytes.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), inflateRawSync(bytes.subarray(start, start + size)).toString())
    at += 46 + name + extra + comment
  }
  return files
}

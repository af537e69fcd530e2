import { invalid } from '#server/platform/errors/errors.ts'

/** What people call the columns of a table. Case, blanks and signs do not matter. */
export type ColumnWords<Column extends string> = Readonly<Record<Column, readonly string[]>>

/** The signs of Indian scripts that stand on a letter are of the word; the dot of `फ़ोन` is often left out. */
const wordOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\u093C|[^\p{L}\p{M}\p{N}]/gu, '')

/** What forms add around the word: `Please enter your full name`, `Name of the student`, `Which batch?`. */
const fillers =
  /(?<![\p{L}\p{M}])(?:please|kindly|enter|give|write|choose|select|fill|provide|your|the|of|in|for|an?|what|which|is|are|do|did|you|i|want|to|join|students?|candidates?|learners?|participants?|applicants?|की|का|के|अपना|अपनी|छात्र|विद्यार्थी)(?![\p{L}\p{M}])/gu

/** Returns what finds the column that a heading names: as it stands, without what is in brackets, and without the words of a form. */
export function columnFinder<Column extends string>(words: ColumnWords<Column>): (heading: string) => Column | null {
  const columns = Object.keys(words) as Column[]
  const columnOf = new Map(columns.flatMap((column) => words[column].map((word) => [wordOf(word), column] as const)))
  return (heading) => {
    const written = heading.slice(0, 200).normalize('NFC')
    const short = written.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    const bare = short.toLowerCase().replace(fillers, ' ')
    for (const text of [written, short, bare]) {
      const column = columnOf.get(wordOf(text))
      if (column !== undefined) return column
    }
    return null
  }
}

/** What a person has said of headings: the column of each, or null for none. */
export type MappingOf<Column extends string> = Readonly<Record<string, Column | null>>

export const quoted = (headings: readonly string[]): string => headings.map((heading) => `“${heading}”`).join(' and ')

const headingLength = 60

/** Names each column of a table: an empty heading by its place, and one that stands twice with a number. Empty columns are left out. */
export function nameHeadings(head: readonly string[], lines: readonly { cells: readonly string[] }[]): (string | null)[] {
  const seen = new Map<string, number>()
  return head.map((cell, index) => {
    const heading = cell.slice(0, headingLength - 4)
    if (heading === '') return lines.some(({ cells }) => (cells[index] ?? '') !== '') ? `Column ${index + 1}` : null
    const count = (seen.get(heading) ?? 0) + 1
    seen.set(heading, count)
    return count === 1 ? heading : `${heading} ${count}`
  })
}

/** How many columns a line of headings names, with those that a person has named. */
export const columnsKnown = <Column extends string>(
  cells: readonly string[],
  columnOf: (heading: string) => Column | null,
  mapping: MappingOf<Column> | undefined,
): number =>
  new Set(
    cells
      .map((cell, index) => (mapping && Object.hasOwn(mapping, cell) ? `${index}` : columnOf(cell)))
      .filter((one) => one !== null),
  ).size

/** @throws HttpError 400 for a mapping with headings that the file does not have */
export function assertMapping(headings: readonly (string | null)[], mapping: MappingOf<string>): void {
  const unknown = Object.keys(mapping).filter((heading) => !headings.includes(heading))
  if (unknown.length === 0) return
  const message = `The file has no column ${quoted(unknown)}.`
  throw invalid(message, { mapping: [message] })
}

/** Values of a column that tell a person what it is. */
const samples = { count: 2, length: 80 } as const

/** Returns two values of a column. */
export function samplesOf(lines: readonly { cells: readonly string[] }[], index: number): string[] {
  const values = new Set<string>()
  for (const { cells } of lines) {
    const cell = cells[index] ?? ''
    if (cell !== '') values.add(cell.slice(0, samples.length))
    if (values.size === samples.count) break
  }
  return [...values]
}

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

/** A caption of a recording, in seconds. */
export interface Caption {
  startTime: number
  endTime: number
  text: string
}

/** Captions that are read together. */
export interface TranscriptPart {
  /** In seconds. */
  startTime: number
  text: string
}

/** Seconds after which a part ends with the sentence, and after which it ends in any case. */
const [enough, longest] = [20, 45]
/** Seconds of silence that begin a new part. */
const silence = 4

/** Joins captions to parts of a few sentences: a class of ninety minutes has more than a thousand captions. */
export function joinCaptions(captions: readonly Caption[]): TranscriptPart[] {
  const parts: TranscriptPart[] = []
  let last: Caption | undefined
  for (const caption of captions) {
    const text = caption.text.replaceAll(/\s+/g, ' ').trim()
    if (text === '') continue
    const part = parts.at(-1)
    if (part && last && continues(part, last, caption)) part.text += ` ${text}`
    else parts.push({ startTime: caption.startTime, text })
    last = caption
  }
  return parts
}

function continues(part: TranscriptPart, last: Caption, next: Caption): boolean {
  const seconds = next.startTime - part.startTime
  if (next.startTime - last.endTime > silence || seconds > longest) return false
  return seconds < enough || !/[.?!।۔]["'”’)]*$/.test(part.text)
}

/** The part that is spoken at a time in seconds; -1 before the first. */
export function partAt(parts: readonly { startTime: number }[], seconds: number): number {
  return parts.findLastIndex(({ startTime }) => startTime <= seconds + 0.05)
}

interface Piece {
  /** Where it begins in the text. */
  at: number
  text: string
  isFound: boolean
}

/** A text in pieces, of which some are what was looked for. */
export function splitByQuery(text: string, query: string): Piece[] {
  const wanted = fold(query.trim())
  const folded = fold(text)
  const whole = [{ at: 0, text, isFound: false }]
  // Folding may change the length of rare letters; then nothing is marked.
  if (wanted === '' || folded.length !== text.length) return whole
  const pieces: Piece[] = []
  let from = 0
  const add = (to: number, isFound: boolean) => {
    if (to > from) pieces.push({ at: from, text: text.slice(from, to), isFound })
    from = to
  }
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    add(at, false)
    add(at + wanted.length, true)
  }
  add(text.length, false)
  return pieces
}

export const includesQuery = (text: string, query: string): boolean => fold(text).includes(fold(query.trim()))

const fold = (text: string): string => text.toLocaleLowerCase('en')

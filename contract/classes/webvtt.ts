/** One caption: milliseconds, and its text of one or more lines. */
export interface Cue {
  start: number
  end: number
  text: string
}

/** `text`: characters of all captions as they are stored. */
export const captionLimits = { cues: 4000, characters: 500, file: 200_000, text: 262_144 } as const

/** Why a text is no captions. The line counts from 1; 0 is the whole text. */
export class CaptionError extends Error {
  constructor(line: number, problem: string) {
    super(line > 0 ? `Line ${line}: ${problem}` : problem)
  }
}

/** Reads WebVTT, or SubRip, which most programs write. Cues come in the order of their start, without markup. @throws CaptionError */
export function parseCaptions(source: string): Cue[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const unread = lines.findIndex((line) => line.includes('\uFFFD'))
  if (unread >= 0) throw new CaptionError(unread + 1, `a letter is lost. ${saveAsUtf8}`)
  const times = lines.flatMap((line, at) => (line.includes('-->') ? [at] : []))
  const cues: Cue[] = []
  for (const [index, at] of times.entries()) {
    const [from = '', to = ''] = (lines[at] ?? '').split('-->', 2)
    const start = parseCueTime(from.trim())
    // Settings, such as a position, stand behind the end.
    const end = parseCueTime(to.trim().split(/\s/, 1)[0] ?? '')
    if (start === null || end === null) throw new CaptionError(at + 1, 'a time looks like 00:01:30.500.')
    const text = plainTextOf(linesOfCue(lines, at, times[index + 1]))
    if (text === '') continue
    const problem = problemOfCue({ start, end, text })
    if (problem) throw new CaptionError(at + 1, problem)
    cues.push({ start, end, text })
    if (cues.length > captionLimits.cues) throw new CaptionError(0, `A recording has ${captionLimits.cues} captions at most.`)
  }
  if (cues.length === 0) throw new CaptionError(0, 'There are no captions in this text.')
  return cues.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/**
 * Returns the lines between the times of a cue and those of the next, without the name of the next and without comments. Programs write
 * blank lines into cues, and leave out the one between them.
 */
function linesOfCue(lines: readonly string[], times: number, next: number | undefined): string[] {
  const between = lines.slice(times + 1, next)
  const last = between.at(-1)?.trim() ?? ''
  const isNamed = next !== undefined && last !== '' && (between.length === 1 || between.at(-2)?.trim() === '')
  const isNumbered =
    next !== undefined && /^\d+$/.test(last) && Number(last) === Number(lines[times - 1]?.trim() || Number.NaN) + 1
  const shown: string[] = []
  let isComment = false
  for (const [index, line] of (isNamed || isNumbered ? between.slice(0, -1) : between).entries()) {
    if (line.trim() === '') isComment = false
    else if (between[index - 1]?.trim() === '' && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) isComment = true
    if (!isComment) shown.push(line)
  }
  return shown
}

/** What is wrong with one cue; null when nothing is. */
export function problemOfCue({ start, end, text }: Cue): string | null {
  if (end <= start) return 'the end comes after the start.'
  if (text.trim() === '') return 'the text is empty.'
  if (text.length > captionLimits.characters) return `a caption has ${captionLimits.characters} characters at most.`
  if (/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text.replaceAll('\n', ' ')) || !text.isWellFormed())
    return 'please remove control characters.'
  return null
}

/** Milliseconds of `01:30.500`, `1:02:03,5` and the like; null for anything else. */
export function parseCueTime(text: string): number | null {
  const [, hours = '0', minutes = '', seconds = '', fraction = '0'] =
    /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)(?:[.,](\d{1,3}))?$/.exec(text) ?? []
  if (minutes === '') return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** `00:01:30.500`. */
export function formatCueTime(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = milliseconds / 1000
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(milliseconds % 1000).padStart(3, '0')}`
}

/** Writes WebVTT in which no text can be read as markup, a time or another block. */
export function writeCaptions(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text }) => {
    const lines = text.split('\n').flatMap((line) => line.trim() || [])
    return `${formatCueTime(start)} --> ${formatCueTime(end)}\n${lines.map(escapeLine).join('\n')}`
  })
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}

const escapeLine = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  lrm: '',
  rlm: '',
}

/** The markup of WebVTT and of SubRip. Anything else in angles is text, such as `List<String>`. */
const markup = new RegExp(
  [
    /<\/?(?:[bciu]|ruby|rt)(?:\.[^\s<>.]{1,100}){0,10}>/,
    /<\/?(?:v|lang)(?:\.[^\s<>.]{1,100}){0,10}(?:[ \t][^<>]{0,200})?>/,
    /<(?:\d{1,3}:)?[0-5]\d:[0-5]\d\.\d{3}>/,
    /<\/?[fF][oO][nN][tT](?:\s[^<>]{0,200})?>/,
    /\{\\an[1-9]\}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

function plainTextOf(lines: readonly string[]): string {
  return lines
    .map((line) =>
      line
        .replaceAll(markup, '')
        .replaceAll(
          /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g,
          (whole, decimal?: string, hex?: string, name?: string) =>
            name === undefined
              ? letterOf(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16), whole)
              : (entities[name] ?? whole),
        )
        .trim(),
    )
    .filter(Boolean)
    .join('\n')
}

const letterOf = (codePoint: number, whole: string) =>
  codePoint < 0x20 || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint < 0xe000)
    ? whole
    : String.fromCodePoint(codePoint)

const saveAsUtf8 = 'Please save the file as UTF-8 and choose it again.'

/** Reads a file of captions as UTF-8, or as UTF-16 when it begins with its mark. @throws CaptionError */
export function decodeCaptions(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new CaptionError(0, `This file is not text in UTF-8. ${saveAsUtf8}`)
  }
}

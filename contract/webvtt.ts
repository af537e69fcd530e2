/** One caption: milliseconds, and its text of one or more lines. */
export interface Cue {
  start: number
  end: number
  text: string
}

export const captionLimits = { cues: 4000, characters: 500 } as const

/** Why a text is no captions. The line counts from 1; 0 is the whole text. */
export class CaptionError extends Error {
  constructor(line: number, problem: string) {
    super(line > 0 ? `Line ${line}: ${problem}` : problem)
  }
}

/** Reads WebVTT, or SubRip, which most programs write. Cues come in the order of their start, without markup. @throws CaptionError */
export function parseCaptions(source: string): Cue[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const cues: Cue[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    // Comments and styles have no arrow; a cue's name stands alone before its times.
    if (!line.includes('-->')) continue
    const [from = '', to = ''] = line.split('-->', 2)
    const start = parseCueTime(from.trim())
    // Settings, such as a position, stand behind the end.
    const end = parseCueTime(to.trim().split(/\s/, 1)[0] ?? '')
    if (start === null || end === null) throw new CaptionError(at + 1, 'a time looks like 00:01:30.500.')
    const first = at + 1
    while (at + 1 < lines.length && (lines[at + 1] ?? '').trim() !== '' && !(lines[at + 1] ?? '').includes('-->')) at += 1
    const text = plainTextOf(lines.slice(first, at + 1))
    if (text === '') continue
    const problem = problemOfCue({ start, end, text })
    if (problem) throw new CaptionError(first, problem)
    cues.push({ start, end, text })
    if (cues.length > captionLimits.cues) throw new CaptionError(0, `A recording has ${captionLimits.cues} captions at most.`)
  }
  if (cues.length === 0) throw new CaptionError(0, 'There are no captions in this text.')
  return cues.toSorted((a, b) => a.start - b.start || a.end - b.end)
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

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"' }

function plainTextOf(lines: readonly string[]): string {
  return lines
    .map((line) =>
      line
        .replaceAll(/<[^<>]{0,200}>/g, '')
        .replaceAll(/&(amp|lt|gt|nbsp|quot);/g, (_, name: string) => entities[name] ?? '')
        .trim(),
    )
    .filter(Boolean)
    .join('\n')
}

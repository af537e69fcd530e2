import {
  CaptionError,
  captionLimits,
  type Cue,
  decodeCaptions,
  formatCueTime,
  parseCaptions,
  parseCueTime,
  problemOfCue,
} from '#contract/classes/webvtt.ts'

/** A cue as it is typed. */
export interface Draft {
  key: number
  start: string
  end: string
  text: string
}

let lastKey = 0
/** A cue for the list, with times as they are typed. */
const draftOf = ({ start, end, text }: Cue): Draft => ({
  key: (lastKey += 1),
  start: formatCueTime(start),
  end: formatCueTime(end),
  text,
})
export const draftsOf = (vtt: string): Draft[] => (vtt === '' ? [] : parseCaptions(vtt).map(draftOf))

/** What is wrong with a typed cue; null when nothing is. */
export function problemOf({ start, end, text }: Draft): string | null {
  const [from, to] = [parseCueTime(start.trim()), parseCueTime(end.trim())]
  if (from === null || to === null) return 'A time looks like 00:01:30.500.'
  const problem = problemOfCue({ start: from, end: to, text })
  return problem && `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`
}

export const cueOf = ({ start, end, text }: Draft): Cue => ({
  start: parseCueTime(start.trim()) ?? 0,
  end: parseCueTime(end.trim()) ?? 0,
  text: text.trim(),
})

/** Reads a file of captions. @throws CaptionError */
export async function readCaptionFile(file: File): Promise<Draft[]> {
  // A letter has four bytes at most.
  const text = file.size > captionLimits.file * 4 ? '' : decodeCaptions(new Uint8Array(await file.arrayBuffer()))
  if (text === '' || text.length > captionLimits.file)
    throw new CaptionError(0, 'This file is too large for captions. They are text of at most 200,000 characters.')
  return draftsOf(text)
}

/** A draft of three seconds after the last one. */
export function draftAfter(last: Draft | undefined): Draft {
  const start = last ? (parseCueTime(last.end.trim()) ?? 0) : 0
  return draftOf({ start, end: start + 3000, text: '' })
}

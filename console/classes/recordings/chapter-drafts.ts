import { type Chapter, chapterLimits, chapterList, parseChapterTime } from '#contract/classes/chapters.ts'
import { formatLength } from '#ui/format.ts'

/** A chapter as it is typed. */
export interface Draft {
  key: number
  time: string
  title: string
}

let lastKey = 0
export const draftOf = (time: string, title: string): Draft => ({ key: (lastKey += 1), time, title })
export const draftsOf = (chapters: readonly Chapter[]): Draft[] =>
  chapters.map(({ at_seconds: at, title }) => draftOf(formatLength(at), title))

/** By time. Those whose time can't be read stay behind the one before. */
export function inOrder(drafts: readonly Draft[]): Draft[] {
  let last = 0
  const placed = drafts.map((draft) => ({ draft, at: (last = parseChapterTime(draft.time) ?? last) }))
  return placed.toSorted((a, b) => a.at - b.at).map(({ draft }) => draft)
}

export const chaptersOf = (drafts: readonly Draft[]): Chapter[] =>
  drafts.map(({ time, title }) => ({ at_seconds: parseChapterTime(time) ?? 0, title: title.trim() }))

/**
 * What is wrong with each chapter of a list in order, by its key.
 * @param length of the recording in seconds, 0 when nobody knows
 */
export function problemsOf(drafts: readonly Draft[], length: number): Map<number, string> {
  const problems = new Map<number, string>()
  const seen = new Set<number>()
  for (const [index, draft] of drafts.entries()) {
    const problem = problemOf(draft, index === 0, length, seen)
    if (problem !== null) problems.set(draft.key, problem)
  }
  return problems
}

function problemOf({ time, title }: Draft, isFirst: boolean, length: number, seen: Set<number>): string | null {
  const at = parseChapterTime(time)
  if (at === null) return time.trim() === '' ? 'Please give its time, such as 12:34.' : 'A time looks like 12:34 or 1:02:03.'
  if (isFirst && at > 0) return 'The first chapter begins at 0:00.'
  if (seen.has(at)) return 'Another chapter begins at this time.'
  seen.add(at)
  if (length > 0 && at >= length) return `The recording ends at ${formatLength(length)}.`
  const read = chapterList.safeParse([{ at_seconds: 0, title }])
  if (!read.success) return read.error.issues[0]?.message ?? null
  return at > chapterLimits.seconds ? 'A chapter begins within the first day.' : null
}

/** Chapters that begin after the end of a recording whose length is known. */
export const lateChapters = ({
  chapters,
  duration_seconds: length,
}: {
  chapters: readonly Chapter[]
  duration_seconds: number
}) => (length === 0 ? [] : chapters.filter(({ at_seconds: at }) => at >= length))

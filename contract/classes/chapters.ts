import { z } from 'zod'
import { line } from '#contract/fields.ts'

/** Chapters of a recording, characters of a title, and the last second at which one may begin. */
export const chapterLimits = { chapters: 60, shortest: 2, longest: 120, seconds: 86_399 } as const

/** A part of a recording: where it begins, in seconds, and what it is about. */
export const chapter = z.object({ at_seconds: z.int(), title: z.string() })
export type Chapter = z.output<typeof chapter>

const title = line(chapterLimits.longest, 'Each chapter needs a title.').min(
  chapterLimits.shortest,
  `A title has at least ${chapterLimits.shortest} characters.`,
)
const second = z
  .int('A chapter begins at a whole second.')
  .min(0, 'A chapter begins at a whole second.')
  .max(chapterLimits.seconds, 'A chapter begins within the first day.')

/** All chapters of a recording; none when it has no chapters. */
export const chapterList = z
  .array(z.strictObject({ at_seconds: second, title }))
  .max(chapterLimits.chapters, `A recording has at most ${chapterLimits.chapters} chapters.`)
  .refine((all) => (all[0]?.at_seconds ?? 0) === 0, 'The first chapter begins at 0:00.')
  .refine(
    (all) => all.every(({ at_seconds: at }, index) => at > (all[index - 1]?.at_seconds ?? -1)),
    'Each chapter begins after the one before.',
  )

/** The topics of a class with several, which its topic names one after the other. Empty for a class with one. */
export function topicsOf(topic: string): string[] {
  const topics = topic.split(' · ').flatMap((one) => one.trim() || [])
  return topics.length > 1 ? topics : []
}

/** Seconds of `0:00`, `12:34` and `1:02:03`; null for anything else. */
export function parseChapterTime(text: string): number | null {
  const [, hours = '0', minutes = '', seconds = ''] = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim()) ?? []
  if (minutes === '' || (text.split(':').length === 3 && Number(minutes) > 59)) return null
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
}

/**
 * Reads a list as it stands below videos: a time and a title on each line, perhaps with a bullet, brackets or a dash. `skipped` counts the
 * lines of text that begin with no time.
 */
export function readChapters(text: string): { chapters: Chapter[]; skipped: number } {
  const chapters: Chapter[] = []
  let skipped = 0
  for (const written of text.slice(0, 50_000).split(/[\r\n]+/)) {
    const words = written.trim()
    if (words === '') continue
    const [, time = '', rest = ''] = /^(?:[-*•] ?)?[([]?(\d{1,3}(?::\d{1,3}){1,2})[)\]]?(.*)$/u.exec(words) ?? []
    const at = parseChapterTime(time)
    if (at === null) skipped += 1
    else chapters.push({ at_seconds: at, title: rest.trim().replace(/^[-–—:|.][ \t]*/u, '') })
  }
  return { chapters, skipped }
}

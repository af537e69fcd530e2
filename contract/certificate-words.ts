import type { CertificateRule } from './certificate-rules.ts'

/** "42 hours", "7.5 hours", "1 hour": to the nearest half hour. */
export function hoursText(minutes: number): string {
  const hours = Math.max(0.5, Math.round(minutes / 30) / 2)
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** What a student has done for a certificate, in one sentence. */
export function ruleText(rule: CertificateRule, wanted: number | null): string {
  if (rule === 'attendance') return `The student attended at least ${wanted}% of the live classes.`
  if (rule === 'work') return `The student completed the course, and at least ${wanted}% of the exercises were accepted.`
  return 'The student completed the course, as its instructors have judged.'
}

/** How much of the work was accepted. */
export const workText = ({ exercises, accepted }: { exercises: number; accepted: number }): string =>
  `What was built: ${accepted} of ${exercises} ${exercises === 1 ? 'exercise' : 'exercises'} accepted`

/** Titles that fit the sheet; a longer list ends in a number. */
export function builtText(titles: readonly string[]): string {
  const shown = titles.slice(0, 4)
  return titles.length > shown.length ? `${shown.join(' · ')} · and ${titles.length - shown.length} more` : shown.join(' · ')
}

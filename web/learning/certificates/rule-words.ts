import type { OwnCertificate } from '#contract/learning/certificates.ts'

type Progress = Pick<
  OwnCertificate,
  'rule' | 'wanted_percent' | 'attended' | 'counted' | 'exercises' | 'accepted' | 'finished' | 'meets'
>

/** The rule of a certificate in one sentence. */
export function ruleWords({ rule, wanted_percent: wanted }: Pick<Progress, 'rule' | 'wanted_percent'>): string {
  if (rule === 'attendance') return `You get it when you attended at least ${wanted}% of your classes.`
  if (rule === 'work') return `You get it when at least ${wanted}% of the exercises are accepted.`
  return 'Your instructors decide about it after the last class.'
}

/** How far the student is, in one sentence; nothing where staff decide. */
export function progressWords({ rule, attended, counted, exercises, accepted, meets }: Progress): string | null {
  if (rule === 'decision') return null
  if (rule === 'attendance') {
    if (counted === 0) return 'No class counts for you yet.'
    return `So far you attended ${attended} of ${counted}${meets ? ', which is enough' : ''}.`
  }
  if (exercises === 0) return 'There are no exercises yet.'
  return `So far ${accepted} of ${exercises} ${exercises === 1 ? 'is' : 'are'} accepted${meets ? ', which is enough' : ''}.`
}

/** What comes next. */
export function nextWords({ finished, meets }: Progress): string {
  if (!finished) return 'It is issued after the last class.'
  if (meets === false) return 'The batch is over, and the rule is not met. Is something wrong? Write to us.'
  return 'The batch is over. The school issues the certificates next.'
}

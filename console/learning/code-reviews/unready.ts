import type { CodeReviewRecord } from '#contract/learning/staff/code-reviews.ts'
import { missingConsent } from '#console/site/consent/missing-consent.ts'

type Consent = Pick<CodeReviewRecord, 'origin' | 'student_name' | 'completed_on' | 'consented_on'>

/** What is missing before a student can be named, as the server decides it. */
export function missingForName({ origin, student_name, ...days }: Consent): string[] {
  if (origin !== 'named') return []
  return [...(student_name ? [] : ['The name is missing.']), ...missingConsent(days)]
}

interface Written {
  code_before: string | null
  code_after: string | null
  comments: readonly { last_line: number | null; answer_last: number | null }[] | null
}

/** What comments name beyond the end of the code. */
export function linesBeyond({ code_before, code_after, comments }: Written): string[] {
  const has = (code: string | null) => (code ?? '').trimEnd().split('\n').length
  const [before, after] = [has(code_before), has(code_after)]
  const count = (lines: number) => (lines === 1 ? '1 line' : `${lines} lines`)
  return (comments ?? []).flatMap(({ last_line, answer_last }, index) => [
    ...((last_line ?? 0) > before ? [`Comment ${index + 1} names line ${last_line}. The code has ${count(before)}.`] : []),
    ...((answer_last ?? 0) > after
      ? [`The answer to comment ${index + 1} names line ${answer_last}. The mended code has ${count(after)}.`]
      : []),
  ])
}

import type { CertificateRule } from '#contract/certificate-rules.ts'

interface Figures {
  rule: CertificateRule
  attended: number
  counted: number
  exercises: number
  accepted: number
}

const share = (part: number, whole: number) => (whole > 0 ? ` (${Math.floor((part * 100) / whole)}%)` : '')

/** The figures of a rule: "25 of 28 classes (89%)". */
export function figuresText({ rule, attended, counted, exercises, accepted }: Figures): string {
  if (rule === 'work')
    return exercises === 0 ? 'No exercises' : `${accepted} of ${exercises} exercises${share(accepted, exercises)}`
  return counted === 0 ? 'No class counts' : `${attended} of ${counted} classes${share(attended, counted)}`
}

/** What is missing for the rule: "2 classes short"; nothing when it is met. */
export function missingText({
  rule,
  attended,
  counted,
  exercises,
  accepted,
  wanted,
}: Figures & { wanted: number | null }): string {
  if (wanted === null) return ''
  const [has, of, one, many] =
    rule === 'work' ? [accepted, exercises, 'exercise', 'exercises'] : [attended, counted, 'class', 'classes']
  const short = Math.ceil((of * wanted) / 100) - has
  if (short <= 0) return ''
  return `${short} ${short === 1 ? one : many} short`
}

/** What a course can ask of a student before a certificate: a share of its classes, a share of its exercises, or a decision of staff. */
export const certificateRules = ['attendance', 'work', 'decision'] as const
export type CertificateRule = (typeof certificateRules)[number]

export const certificateRuleNames: Readonly<Record<CertificateRule, string>> = {
  attendance: 'Classes attended',
  work: 'Exercises accepted',
  decision: 'Staff decide',
}
export const certificateRuleOptions = certificateRules.map((value) => ({ value, label: certificateRuleNames[value] }))

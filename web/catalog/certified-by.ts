import type { Course } from '#contract/catalog/catalog.ts'

/** Returns the university only when it issues a certificate of the course. A statement is not a certificate. */
export function certifiedBy({ university, certifications }: Pick<Course, 'university' | 'certifications'>): string | null {
  const issues = certifications.some((one) => /\bcertificat/i.test(one) && one.includes(university))
  return university && issues ? university : null
}

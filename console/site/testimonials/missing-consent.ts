import type { TestimonialRecord } from '#contract/site/staff/testimonials.ts'

type Consent = Pick<TestimonialRecord, 'consent' | 'completed_on' | 'consented_on'>

/** What is missing before a testimonial can be published, as the server decides it. */
export function missingConsent({ consent, completed_on, consented_on }: Consent): string[] {
  return [
    consent ? null : 'The written consent is missing.',
    completed_on ? null : 'The day on which the course was completed is missing.',
    consented_on ? null : 'The day of the consent is missing.',
    completed_on && consented_on && consented_on < completed_on ? 'The consent was given before the course was completed.' : null,
  ].filter((text) => text !== null)
}

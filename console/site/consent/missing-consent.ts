interface Days {
  completed_on?: string | null | undefined
  consented_on?: string | null | undefined
}

/** What the days of a student's written consent lack before something is published, as the server decides it. */
export function missingConsent({ completed_on, consented_on }: Days): string[] {
  return [
    completed_on ? null : 'The day on which the course was completed is missing.',
    consented_on ? null : 'The day of the consent is missing.',
    completed_on && consented_on && consented_on < completed_on ? 'The consent was given before the course was completed.' : null,
  ].filter((text) => text !== null)
}

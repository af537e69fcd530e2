import { type WaitlistRecord, waitlistEndingNames, waitlistStateNames } from '#contract/enrolment/staff/waitlist.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

const tones = { waiting: 'neutral', offered: 'signal', taken: 'good', lapsed: 'neutral', left: 'neutral' } as const

/** What became of an entry, in a word. */
export function EntryState({ entry: { state } }: { entry: Pick<WaitlistRecord, 'state'> }) {
  return <Badge tone={tones[state]}>{waitlistStateNames[state]}</Badge>
}

/** Why an entry is closed; an offer that lapsed a moment ago has no reason yet. */
export const endingOf = ({ closed_because: why, state }: WaitlistRecord): string | null =>
  why ? waitlistEndingNames[why] : state === 'lapsed' ? waitlistEndingNames.not_taken : null

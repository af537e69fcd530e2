import { type ReviewRecord, reviewStateNames } from '#contract/learning/staff/reviews.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { workingAge } from '#console/kit/parts/working-age.tsx'

const tones = { waiting: 'signal', published: 'good', refused: 'neutral', private: 'ahead' } as const

/** One that waits shows how long. Nothing was promised, so no age is late. */
export function ReviewState({ review: { state, age_hours: age, enrolled } }: { review: ReviewRecord }) {
  if (state === 'published' && !enrolled) return <Badge tone="neutral">Left the course</Badge>
  return <Badge tone={tones[state]}>{age === null ? reviewStateNames[state] : workingAge(age)}</Badge>
}

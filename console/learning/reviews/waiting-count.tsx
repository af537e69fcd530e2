import { reviews } from '#contract/learning/staff/reviews.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many reviews of courses wait for a decision, beside the link to them. */
export default function ReviewsWaiting() {
  return <WaitingCount resource={reviews} filter={{ state: 'waiting' }} />
}

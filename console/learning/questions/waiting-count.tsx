import { questions } from '#contract/learning/staff/questions.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many questions wait for an answer, beside the link to them. */
export default function QuestionsWaiting() {
  return <WaitingCount resource={questions} filter={{ state: 'waiting' }} />
}

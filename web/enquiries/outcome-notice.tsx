import { Notice } from '#ui/notice.tsx'
import type { Outcome } from './use-enquiry-form.ts'

/** What became of an enquiry, below its button for as long as it stands. */
export function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  return outcome ? (
    <Notice tone={outcome.tone} title={outcome.title}>
      {outcome.text}
    </Notice>
  ) : null
}

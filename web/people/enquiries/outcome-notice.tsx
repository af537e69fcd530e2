import { Notice } from '#ui/notice.tsx'
import type { Outcome } from './use-enquiry-form.ts'

/** The result of an enquiry, below the submit button. */
export function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  return outcome ? (
    <Notice tone={outcome.tone} title={outcome.title}>
      {outcome.text}
    </Notice>
  ) : null
}

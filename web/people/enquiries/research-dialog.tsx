import { replyPromise } from '#contract/rules.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type ResearchDraft, ResearchForm, type ResearchKind } from './research-form.tsx'

interface Props {
  /** The kind of applicant. */
  kind: ResearchKind
  draft: ResearchDraft
  onClose: () => void
}

export default function ResearchDialog({ kind, draft, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title="Propose research" description={`A person reads it and replies ${replyPromise}.`}>
      <ResearchForm kind={kind} draft={draft} />
    </Dialog>
  )
}

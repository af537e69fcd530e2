import type { RefObject } from 'react'
import { replyPromise } from '#contract/rules.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type ResearchDraft, ResearchForm } from './research-form.tsx'

interface Props {
  /** Also says who is asking; what was typed is in it again when the dialog is opened the next time. */
  draft: RefObject<ResearchDraft>
  onClose: () => void
}

export default function ResearchDialog({ draft, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title="Propose research" description={`A person reads it and replies ${replyPromise}.`}>
      <ResearchForm draft={draft} />
    </Dialog>
  )
}

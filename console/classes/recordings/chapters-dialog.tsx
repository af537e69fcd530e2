import { useRef } from 'react'
import { recordingKindNames } from '#contract/classes/recording-links.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChaptersForm } from './chapters-form.tsx'

interface Props {
  recording: RecordingRecord
  /** What the class is about, from which a draft is made. */
  topic: string
  onClose: () => void
}

/** The chapters of a recording. */
export function ChaptersDialog({ recording, topic, onClose }: Props) {
  // Whether something typed is not saved.
  const dirty = useRef(false)
  const close = async () => {
    const yes =
      !dirty.current ||
      (await confirm({
        title: 'Discard what you changed?',
        text: 'The chapters that you changed here are not saved.',
        action: 'Discard',
        cancel: 'Keep editing',
        danger: true,
      }))
    if (yes) onClose()
  }
  const isEmbedded = recording.kind === 'youtube' || recording.kind === 'vimeo'
  return (
    <Dialog
      open
      wide
      onClose={() => void close()}
      title="Chapters"
      description={`“${recording.title}”. Students see them below the player and jump to each. ${
        isEmbedded ? `The timeline of ${recordingKindNames[recording.kind]} does not show them.` : 'Its timeline shows them too.'
      }`}
    >
      <ChaptersForm
        recording={recording}
        topic={topic}
        onDirty={() => {
          dirty.current = true
        }}
        onClose={() => void close()}
        onSaved={onClose}
      />
    </Dialog>
  )
}

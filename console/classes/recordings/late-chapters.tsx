import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { formatLength } from '#ui/format.ts'
import { lateChapters } from './chapter-drafts.ts'

/** Says that chapters do not fit the recording, such as after another video has replaced it. */
export function LateChapters({ recording }: { recording: RecordingRecord }) {
  const { length } = lateChapters(recording)
  if (length === 0) return null
  return (
    <p className="text-signal">
      {countOf(length, 'chapter')} {length === 1 ? 'begins' : 'begin'} after the end of the recording at{' '}
      {formatLength(recording.duration_seconds)}. Students do not see {length === 1 ? 'it' : 'them'}.
    </p>
  )
}

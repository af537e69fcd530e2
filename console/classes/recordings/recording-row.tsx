import { recordingKindNames } from '#contract/classes/recording-links.ts'
import { EllipsisVertical, ExternalLink } from 'lucide-react'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { Button } from '#ui/button.tsx'
import { formatLength } from '#ui/format.ts'
import { hiddenBecause } from './clip-draft.ts'
import { LateChapters } from './late-chapters.tsx'
import type { useRecordingActs } from './use-recording-acts.ts'

interface MenuProps {
  recording: RecordingRecord
  acts: ReturnType<typeof useRecordingActs>
  onOpen: (dialog: 'edit' | 'captions' | 'chapters' | 'clip' | 'withhold') => void
}

/** A recording of a class. Without `mayWrite` it has no acts. */
export function RecordingRow({ mayWrite, ...rest }: MenuProps & { mayWrite: boolean }) {
  const { recording } = rest
  return (
    <li className="flex items-start gap-2 py-2 pr-1 pl-3">
      <div className="min-w-0 flex-1 py-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-words">{recording.title}</span>
          {recording.state === 'withheld' ? <Badge>Withheld</Badge> : null}
          {recording.is_preview ? <Badge tone="signal">Free preview</Badge> : null}
        </p>
        <p className="figures mt-0.5 text-muted">
          {[
            recordingKindNames[recording.kind],
            recording.duration_minutes > 0 ? `${recording.duration_minutes} min` : null,
            recording.chapters.length > 0 ? countOf(recording.chapters.length, 'chapter') : null,
            recording.watched_by > 0 ? `begun by ${countOf(recording.watched_by, 'student')}` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <LateChapters recording={recording} />
        <ClipLine recording={recording} />
        {recording.withhold_reason ? <p className="mt-0.5 break-words">{recording.withhold_reason}</p> : null}
        {recording.url.startsWith('https://') ? (
          <a
            href={recording.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center gap-1 text-accent hover:underline touch:min-h-11"
          >
            Open the video
            <span className="sr-only"> “{recording.title}” in a new tab</span>
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        ) : null}
      </div>
      {mayWrite ? <ActsMenu {...rest} /> : null}
    </li>
  )
}

function ClipLine({ recording }: { recording: RecordingRecord }) {
  const { clip } = recording
  if (!clip) return null
  const hidden = hiddenBecause(recording)
  return hidden ? (
    <p className="text-signal">{hidden}</p>
  ) : (
    <p className="figures text-muted">
      Clip from {formatLength(clip.from_seconds)} to {formatLength(clip.to_seconds)}, on the page of the course
      {clip.on_home ? ' and the home page' : ''}
    </p>
  )
}

function ActsMenu({ recording, acts, onOpen }: MenuProps) {
  const { may } = useAccess()
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="square" aria-label={`Actions for ${recording.title}`}>
          <EllipsisVertical aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <MenuItem onClick={() => onOpen('edit')}>Edit</MenuItem>
      <MenuItem onClick={() => onOpen('chapters')}>Chapters</MenuItem>
      {recording.kind === 'file' || recording.kind === 'hls' ? (
        <MenuItem onClick={() => onOpen('captions')}>Captions</MenuItem>
      ) : null}
      {recording.state === 'ready' ? (
        <MenuItem onClick={() => onOpen('withhold')}>Withhold</MenuItem>
      ) : (
        <MenuItem onClick={() => void acts.letWatch(recording)}>Let students watch</MenuItem>
      )}
      {may('sessions:write') && recording.state === 'ready' ? (
        <MenuItem onClick={() => void acts.preview(recording, !recording.is_preview)}>
          {recording.is_preview ? 'End the free preview' : 'Make it a free preview'}
        </MenuItem>
      ) : null}
      {may('sessions:write') && (recording.is_preview || recording.clip) ? (
        <MenuItem onClick={() => onOpen('clip')}>Clip for visitors</MenuItem>
      ) : null}
      <MenuItem onClick={() => void acts.remove(recording)}>Delete</MenuItem>
    </Menu>
  )
}

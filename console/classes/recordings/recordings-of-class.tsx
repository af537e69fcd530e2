import { useQuery } from '@tanstack/react-query'
import { Link2, Upload } from 'lucide-react'
import { useState } from 'react'
import { type RecordingRecord, recordings } from '#contract/classes/staff/recordings.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { listKey } from '#console/kit/resource/calls.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { CaptionsDialog } from './captions-dialog.tsx'
import { ChaptersDialog } from './chapters-dialog.tsx'
import { ClipDialog } from './clip-dialog.tsx'
import { RecordingDialog } from './recording-dialog.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { RecordingRow } from './recording-row.tsx'
import { UploadsOfClass } from './uploads-of-class.tsx'
import { useRecordingActs } from './use-recording-acts.ts'

interface Props {
  session: { id: number; topic: string; number: number | null; total: number }
  mayWrite: boolean
}

type Open =
  | { dialog: 'edit'; recording: RecordingRecord | null }
  | { dialog: 'withhold' | 'captions' | 'chapters' | 'clip'; recording: RecordingRecord }
  | { dialog: 'upload'; recording: null }

/** The recordings of one class, with what can be done about them. */
export function RecordingsOfClass({ session, mayWrite }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const acts = useRecordingActs()
  const { data, error, refetch } = useQuery({
    queryKey: [...listKey(recordings), 'session', session.id],
    queryFn: () => everyRecord(recordings.endpoints.list, { session: String(session.id), sort: 'id' }),
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={2} />
  return (
    <div className="grid gap-3">
      {data.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.map((recording) => (
            <RecordingRow
              key={recording.id}
              recording={recording}
              mayWrite={mayWrite}
              acts={acts}
              onOpen={(dialog) => setOpen({ dialog, recording })}
            />
          ))}
        </ul>
      )}
      <UploadsOfClass sessionId={session.id} mayWrite={mayWrite} />
      {mayWrite ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen({ dialog: 'upload', recording: null })}>
            <Upload aria-hidden="true" className="size-4" />
            {data.length === 0 ? 'Upload the video' : 'Upload another part'}
          </Button>
          <Button variant="quiet" onClick={() => setOpen({ dialog: 'edit', recording: null })}>
            <Link2 aria-hidden="true" className="size-4" />
            Add a link
          </Button>
        </div>
      ) : data.length === 0 ? (
        <p className="text-muted">No recording yet.</p>
      ) : null}
      {open?.dialog === 'upload' ? <UploadDialog session={session} onClose={() => setOpen(null)} /> : null}
      {open?.dialog === 'edit' ? (
        <RecordingDialog session={session} recording={open.recording} hasOthers={data.length > 0} onClose={() => setOpen(null)} />
      ) : null}
      {open?.dialog === 'captions' ? <CaptionsDialog recording={open.recording} onClose={() => setOpen(null)} /> : null}
      {open?.dialog === 'chapters' ? (
        <ChaptersDialog recording={open.recording} topic={session.topic} onClose={() => setOpen(null)} />
      ) : null}
      {open?.dialog === 'clip' ? <ClipDialog recording={open.recording} onClose={() => setOpen(null)} /> : null}
      <ReasonDialog
        open={open?.dialog === 'withhold'}
        onClose={() => setOpen(null)}
        title="Withhold the recording"
        description="Students can no longer watch it, also those who are watching now. Only staff read the reason."
        label="Reason"
        action="Withhold"
        send={async (reason) => {
          if (open?.dialog === 'withhold') await acts.withhold(open.recording, reason)
        }}
      />
    </div>
  )
}

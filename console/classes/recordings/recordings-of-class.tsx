import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, ExternalLink, Link2, Upload } from 'lucide-react'
import { useState } from 'react'
import { type RecordingRecord, recordings, withholdRecording } from '#contract/classes/staff/recordings.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { listKey } from '#console/kit/resource/calls.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { CaptionsDialog } from './captions-dialog.tsx'
import { RecordingDialog } from './recording-dialog.tsx'
import { kindNames } from './recording-states.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { UploadsOfClass } from './uploads-of-class.tsx'
import { useRefreshRecordings } from './use-refresh-recordings.ts'

interface Props {
  session: { id: number; topic: string; number: number | null; total: number }
  mayWrite: boolean
}

type Open =
  | { dialog: 'edit'; recording: RecordingRecord | null }
  | { dialog: 'withhold' | 'captions'; recording: RecordingRecord }
  | { dialog: 'upload'; recording: null }

/** The recordings of one class, with what can be done about them. */
export function RecordingsOfClass({ session, mayWrite }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const { may } = useAccess()
  const refresh = useRefreshRecordings()
  const { data, error, refetch } = useQuery({
    queryKey: [...listKey(recordings), 'session', session.id],
    queryFn: () => everyRecord(recordings.endpoints.list, { session: String(session.id), sort: 'id' }),
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={2} />
  const release = ({ id, version }: RecordingRecord) => call(recordings.actions.release, { params: { id }, ifMatch: version })
  const withhold = ({ id, version }: RecordingRecord, reason: string) =>
    call(withholdRecording, { params: { id }, body: { reason }, ifMatch: version })
  const run = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (failure) {
      notifyFailure(failure)
    }
    await refresh()
  }
  const letWatch = (recording: RecordingRecord) =>
    run(async () => {
      const released = await release(recording)
      notify('Students can watch the recording.', async () => {
        await withhold(released, recording.withhold_reason)
        await refresh()
      })
    })
  const setPreview = ({ id, version }: RecordingRecord, isPreview: boolean) =>
    call(recordings.endpoints.change, { params: { id }, body: { is_preview: isPreview }, ifMatch: version })
  const preview = (recording: RecordingRecord, isPreview: boolean) =>
    run(async () => {
      const changed = await setPreview(recording, isPreview)
      notify(isPreview ? 'Anybody can watch it from the page of the course.' : 'Only students can watch it.', async () => {
        await setPreview(changed, !isPreview)
        await refresh()
      })
    })
  const remove = async (recording: RecordingRecord) => {
    const { id, version, title, watched_by: watched, url } = recording
    const aboutFile = url.startsWith('https://')
      ? 'This can’t be undone. The video itself stays where it is.'
      : 'The video is deleted too. This can’t be undone.'
    const yes = await confirm({
      title: `Delete “${title}”?`,
      text:
        watched > 0
          ? `${countOf(watched, 'student')} ${watched === 1 ? 'loses' : 'lose'} the place where they stopped. ${aboutFile}`
          : `Nobody has watched it yet. ${aboutFile}`,
      action: 'Delete recording',
      danger: true,
    })
    if (!yes) return
    await run(async () => {
      await call(recordings.actions.remove, { params: { id }, ifMatch: version })
      notify(`“${title}” is deleted.`)
    })
  }
  return (
    <div className="grid gap-3">
      {data.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.map((recording) => (
            <li key={recording.id} className="flex items-start gap-2 py-2 pr-1 pl-3">
              <div className="min-w-0 flex-1 py-0.5">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-semibold break-words">{recording.title}</span>
                  {recording.state === 'withheld' ? <Badge>Withheld</Badge> : null}
                  {recording.is_preview ? <Badge tone="signal">Free preview</Badge> : null}
                </p>
                <p className="figures mt-0.5 text-muted">
                  {[
                    kindNames[recording.kind],
                    recording.duration_minutes > 0 ? `${recording.duration_minutes} min` : null,
                    recording.watched_by > 0 ? `begun by ${countOf(recording.watched_by, 'student')}` : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
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
              {mayWrite ? (
                <Menu
                  trigger={
                    <Button variant="quiet" size="square" aria-label={`Actions for ${recording.title}`}>
                      <EllipsisVertical aria-hidden="true" className="size-4" />
                    </Button>
                  }
                >
                  <MenuItem onClick={() => setOpen({ dialog: 'edit', recording })}>Edit</MenuItem>
                  {recording.kind === 'file' || recording.kind === 'hls' ? (
                    <MenuItem onClick={() => setOpen({ dialog: 'captions', recording })}>Captions</MenuItem>
                  ) : null}
                  {recording.state === 'ready' ? (
                    <MenuItem onClick={() => setOpen({ dialog: 'withhold', recording })}>Withhold</MenuItem>
                  ) : (
                    <MenuItem onClick={() => void letWatch(recording)}>Let students watch</MenuItem>
                  )}
                  {may('sessions:write') && recording.state === 'ready' ? (
                    <MenuItem onClick={() => void preview(recording, !recording.is_preview)}>
                      {recording.is_preview ? 'End the free preview' : 'Make it a free preview'}
                    </MenuItem>
                  ) : null}
                  <MenuItem onClick={() => void remove(recording)}>Delete</MenuItem>
                </Menu>
              ) : null}
            </li>
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
      <ReasonDialog
        open={open?.dialog === 'withhold'}
        onClose={() => setOpen(null)}
        title="Withhold the recording"
        description="Students can no longer watch it, also those who are watching now. Only staff read the reason."
        label="Reason"
        action="Withhold"
        send={async (reason) => {
          if (open?.dialog !== 'withhold') return
          const withheld = await withhold(open.recording, reason)
          notify('The recording is withheld.', async () => {
            await release(withheld)
            await refresh()
          })
          await refresh()
        }}
      />
    </div>
  )
}

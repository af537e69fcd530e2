import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { cancelRecordingUpload, type RecordingUpload, recordingUploads } from '#contract/classes/staff/recording-uploads.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { listKey } from '#console/kit/resource/calls.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { formatBytes } from './format-bytes.ts'
import { videoFiles } from './upload-dialog.tsx'
import { useRefreshRecordings } from './use-refresh-recordings.ts'
import { type SendingVideo, sendVideo, stopVideo, useSendingVideos } from './video-uploads.ts'

/** Milliseconds between two looks at a video that the server prepares. */
const lookEvery = 3000

/** The videos of a class that are on their way. */
export function UploadsOfClass({ sessionId, mayWrite }: { sessionId: number; mayWrite: boolean }) {
  const refresh = useRefreshRecordings()
  const sending = useSendingVideos()
  const { data = [] } = useQuery({
    queryKey: [...listKey(recordingUploads), 'session', sessionId],
    queryFn: () => everyRecord(recordingUploads.endpoints.list, { session: String(sessionId), sort: 'id' }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'preparing') ? lookEvery : false),
  })
  // A video that has arrived is prepared, and one that was prepared is a recording: both change what stands here.
  const count = data.length
  const arrived = sending.filter(({ state }) => state === 'done').length
  const seen = useRef({ count, arrived })
  useEffect(() => {
    const before = seen.current
    seen.current = { count, arrived }
    if (before.count > count || before.arrived < arrived) void refresh()
  })
  if (data.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-lg border border-line" aria-label="Videos on their way">
      {data.map((upload) => (
        <li key={upload.id} className="grid gap-2 px-3 py-2.5">
          <UploadRow upload={upload} sending={sending.find(({ id }) => id === upload.id)} mayWrite={mayWrite} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  upload: RecordingUpload
  sending: SendingVideo | undefined
  mayWrite: boolean
}

const waitingTexts: Partial<Record<SendingVideo['state'], string>> = {
  waiting: 'Waiting for the connection…',
  full: 'The disk of the server is nearly full. Waiting…',
}

function UploadRow({ upload, sending, mayWrite }: RowProps) {
  const refresh = useRefreshRecordings()
  const input = useRef<HTMLInputElement>(null)
  const { id, title, file_name: fileName, size_bytes: size, state, problem, staff } = upload
  const isHere = sending !== undefined && sending.state !== 'failed'
  const cancel = async () => {
    const yes =
      state === 'failed' ||
      (await confirm({
        title: `Cancel the upload of “${title}”?`,
        text: 'What has arrived is deleted. This can’t be undone.',
        action: 'Cancel upload',
        danger: true,
      }))
    if (!yes) return
    stopVideo(id)
    try {
      await call(cancelRecordingUpload, { params: { id } })
    } catch (failure) {
      notifyFailure(failure)
    }
    await refresh()
  }
  const goOn = (file: File | undefined) => {
    if (!file) return
    if (file.size !== size) return notify(`This is another file. Choose “${fileName}” of ${formatBytes(size)}.`)
    void sendVideo(upload, file)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 flex-1 font-semibold break-words">{title}</span>
        {state === 'preparing' ? <Badge tone="ahead">Being prepared</Badge> : null}
        {state === 'failed' ? <Badge tone="bad">Failed</Badge> : null}
        {state === 'receiving' && !isHere ? <Badge tone="signal">Not complete</Badge> : null}
      </div>
      <p className="figures wrap-anywhere text-muted">
        {fileName} · {formatBytes(size)} · {staff}
      </p>
      {state === 'failed' ? <p className="text-bad">{problem}</p> : null}
      {state === 'preparing' ? (
        <p className="text-muted">{problem || 'Students can watch it in some minutes. You can close this page.'}</p>
      ) : null}
      {state === 'receiving' && isHere ? (
        <div className="flex items-center gap-3">
          <progress
            aria-label={`Upload of ${title}`}
            value={sending.share}
            max={1}
            className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          />
          <span className="figures shrink-0 text-muted">
            {waitingTexts[sending.state] ?? `${Math.floor(sending.share * 100)} %`}
          </span>
        </div>
      ) : null}
      {state === 'receiving' && !isHere && mayWrite ? (
        <p className="text-muted">{sending?.error || 'It stopped. Choose the same file to go on where it stopped.'}</p>
      ) : null}
      {mayWrite ? (
        <div className="flex flex-wrap gap-2">
          {state === 'receiving' && !isHere ? (
            <>
              <Button variant="primary" onClick={() => input.current?.click()}>
                Choose the file
              </Button>
              <input
                ref={input}
                type="file"
                hidden
                aria-label={`The file of ${title}`}
                accept={videoFiles}
                onChange={({ target }) => {
                  goOn(target.files?.[0])
                  target.value = ''
                }}
              />
            </>
          ) : null}
          <Button onClick={() => cancel()}>{state === 'failed' ? 'Remove' : 'Cancel upload'}</Button>
        </div>
      ) : null}
    </>
  )
}

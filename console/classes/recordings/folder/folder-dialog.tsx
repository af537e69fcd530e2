import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useRef, useState } from 'react'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { recordingUploads } from '#contract/classes/staff/recording-uploads.ts'
import { recordings } from '#contract/classes/staff/recordings.ts'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { listKey } from '#console/kit/resource/calls.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { formatShortDay } from '#ui/format.ts'
import { formatBytes } from '../format-bytes.ts'
import { useRefreshRecordings } from '../use-refresh-recordings.ts'
import { useSendingVideos } from '../video-uploads.ts'
import { planFolder, type PlannedVideo } from './plan-folder.ts'
import {
  type FolderVideo,
  type FolderVideoFile,
  isActive,
  sendFolder,
  stopFolder,
  useFolder,
  useOtherFolder,
} from './send-folder.ts'

interface Props {
  batch: BatchRecord
  classes: readonly SessionRecord[]
  onClose: () => void
}

/** Gives the classes of a batch the videos of a folder, in order: the way in for lessons that were recorded elsewhere. */
export function FolderDialog({ batch, classes, onClose }: Props) {
  const { staff } = useAccess()
  const refresh = useRefreshRecordings()
  const [files, setFiles] = useState<readonly FolderVideoFile[]>([])
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const folder = useFolder(batch.id)
  const isBusy = useOtherFolder(batch.id)
  const isRunning = folder?.videos.some(isActive) ?? false
  const known = useQuery({
    queryKey: [...listKey(recordings), 'batch', batch.id],
    queryFn: () => everyRecord(recordings.endpoints.list, { batch: String(batch.id), sort: 'id' }),
  })
  const onTheirWay = useQuery({
    queryKey: [...listKey(recordingUploads), 'all'],
    queryFn: () => everyRecord(recordingUploads.endpoints.list, { sort: 'id' }),
  })
  const ids = new Set(classes.map(({ id }) => id))
  const uploads = (onTheirWay.data ?? []).filter(({ session_id: id }) => ids.has(id))
  const { videos, others } = planFolder(files, { classes, recordings: known.data ?? [], uploads, staffId: staff.id })
  const sends = videos.filter(({ does }) => does === 'upload' || does === 'go_on').length
  const error = known.error ?? onTheirWay.error
  const take = (list: FileList | null) => {
    setFiles(
      [...(list ?? [])].map((blob) => ({ name: blob.name, path: blob.webkitRelativePath || blob.name, size: blob.size, blob })),
    )
  }
  const stop = async () => {
    try {
      await stopFolder()
    } catch (failure) {
      notifyFailure(failure)
    }
    await refresh()
  }
  const shown: readonly (PlannedVideo<FolderVideoFile> | FolderVideo)[] =
    isRunning || files.length === 0 ? (folder?.videos ?? []) : videos
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Upload a folder of videos"
      description="In the order of their names, each video becomes the recording of a class that has begun and has none. Their titles are the names of the files. Students get one mail for each class."
      focusFirst={choose}
    >
      <div className="grid gap-4">
        {isRunning ? null : (
          <div className="flex flex-wrap items-center gap-3">
            <Button ref={choose} onClick={() => input.current?.click()} disabled={isBusy}>
              <FolderOpen aria-hidden="true" className="size-4" />
              {files.length === 0 ? 'Choose a folder' : 'Choose another folder'}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              multiple
              aria-label="Folder of videos"
              {...{ webkitdirectory: '' }}
              onChange={({ target }) => {
                take(target.files)
                target.value = ''
              }}
            />
            <p role="status" className="text-muted">
              {isBusy
                ? 'The folder of another batch is being sent. Wait for its end.'
                : files.length === 0
                  ? 'A folder that stopped goes on when you choose it again.'
                  : [countOf(videos.length, 'video'), others > 0 ? `${countOf(others, 'other file')} left out` : '']
                      .filter(Boolean)
                      .join(', ')}
            </p>
          </div>
        )}
        {error ? (
          <Failed error={error} onRetry={() => void Promise.all([known.refetch(), onTheirWay.refetch()])} />
        ) : known.isPending || onTheirWay.isPending ? (
          <SkeletonLines lines={3} />
        ) : shown.length === 0 ? null : (
          <ul aria-label="Videos of the folder" className="max-h-[50vh] divide-y divide-line overflow-auto border-y border-line">
            {shown.map((video) => (
              <VideoRow key={video.file.path} video={video} />
            ))}
          </ul>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{isRunning ? 'Close, and go on' : 'Close'}</Button>
        {isRunning ? (
          <Button onClick={() => stop()}>Stop</Button>
        ) : (
          <Button
            variant="primary"
            disabled={sends === 0 || isBusy || !known.isSuccess || !onTheirWay.isSuccess}
            onClick={() => {
              setFiles([])
              void sendFolder(batch.id, videos, refresh)
            }}
          >
            {sends === 0 ? 'Upload' : `Upload ${countOf(sends, 'video')}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const plans = {
  upload: { text: 'Will be sent', tone: 'ahead' },
  go_on: { text: 'Goes on', tone: 'ahead' },
  there: { text: 'There already', tone: 'neutral' },
  no_class: { text: 'No class left', tone: 'signal' },
  too_large: { text: 'Above 5 GB', tone: 'bad' },
  empty: { text: 'Empty', tone: 'bad' },
} as const
const states = {
  waiting: { text: 'Waits', tone: 'ahead' },
  sending: { text: 'Being sent', tone: 'signal' },
  sent: { text: 'Sent', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  stopped: { text: 'Stopped', tone: 'neutral' },
} as const

function VideoRow({ video }: { video: PlannedVideo<FolderVideoFile> | FolderVideo }) {
  const sending = useSendingVideos().find(({ id }) => id === video.upload?.id)
  const { title, file, session } = video
  const { text, tone } = 'state' in video ? states[video.state] : plans[video.does]
  const share = 'state' in video && video.state === 'sending' ? (sending?.share ?? 0) : null
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{title}</span>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="text-muted">
        {session ? (
          <>
            <span className="text-ink">
              Class {session.number} on {formatShortDay(session.starts_at)}
              {session.topic === '' ? '' : `, ${session.topic}`}
            </span>
            {' · '}
          </>
        ) : null}
        <span className="wrap-anywhere">{file.path}</span> · <span className="figures">{formatBytes(file.size)}</span>
      </p>
      {share === null ? null : (
        <div className="flex items-center gap-3">
          <progress
            aria-label={`Upload of ${title}`}
            value={share}
            max={1}
            className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          />
          <span className="figures shrink-0 text-muted">
            {sending?.state === 'waiting' ? 'Waiting for the connection…' : `${Math.floor(share * 100)} %`}
          </span>
        </div>
      )}
      {'error' in video && video.error !== '' ? <p className="text-bad">{video.error}</p> : null}
    </li>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { RoomBatch } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { buttonClass } from '#ui/button.tsx'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { allowsPlayer } from '../allows-player.ts'
import { renewIntervalMs, roomQuery } from '../queries.ts'
import type { Playback } from '../playback.ts'
import type { SavedPosition } from '../send-position.ts'
import { Theatre } from '../theatre.tsx'
import { type TimelineClass, titleOf } from '../timeline.ts'
import { DownloadLink } from './download-link.tsx'
import { PlayerOptions } from './player-options.tsx'
import { PlayerPlace } from './player-place.tsx'
import type { ClassRecordingState } from './use-class-recording.ts'

interface Props {
  courseId: number
  batchId: number
  one: TimelineClass
  recording: ClassRecordingState
  /** The next class with a recording. */
  next: TimelineClass | undefined
  onVideoElement: (element: HTMLVideoElement | null) => void
  onEmbedded: (playback: Playback | null) => void
}

/** The player of a class, with the parts of a class that has several. */
export function ClassRecording({ courseId, batchId, one, recording, next, onVideoElement, onEmbedded }: Props) {
  const { query, part, setPart, startAt, video, isEmbedded, hasCaptions } = recording
  const { data, error, isFetching, refetch } = query
  const { user } = useSession()
  const [hasEnded, setHasEnded] = useState(false)
  const keepPosition = useKeepPosition(String(courseId))
  useEffect(() => {
    if (!allowsPlayer()) location.reload()
  }, [])
  useEffect(() => {
    const timer = setInterval(() => void refetch(), renewIntervalMs)
    return () => clearInterval(timer)
  }, [refetch])
  // A list that is being fetched may bring a new recording.
  if (!video && (error || (data && !isFetching))) {
    return (
      <LoadFailed title="The recording could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
        Your progress is safe.
      </LoadFailed>
    )
  }
  const isLast = part === one.recordings.length - 1
  return (
    <>
      <PlayerPlace>
        {data && video ? (
          <Theatre
            key={video.id}
            video={video}
            batchId={String(batchId)}
            clock={data.clock}
            email={user?.email}
            onRenew={refetch}
            onSaved={(saved) => keepPosition(video.id, saved)}
            onEnded={() => setHasEnded(true)}
            onVideoElement={onVideoElement}
            onEmbedded={onEmbedded}
            startAt={startAt}
          />
        ) : undefined}
      </PlayerPlace>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {isEmbedded ? null : <PlayerOptions hasCaptions={hasCaptions} />}
          {data?.allows_downloads && video ? (
            <DownloadLink
              video={video}
              name={`Class ${one.number ?? ''}${one.recordings.length > 1 ? ` part ${part + 1}` : ''} - ${titleOf(one)}`}
            />
          ) : null}
        </div>
        <p role="status" className="text-sm text-muted">
          {hasEnded && isLast && !next ? 'That was the latest recording.' : 'Your progress is saved. You can continue later.'}
        </p>
        {one.recordings.length > 1 ? (
          <div role="group" aria-label="Parts of this class" className="flex flex-wrap gap-2">
            {one.recordings.map(({ id }, index) => (
              <button
                key={id}
                type="button"
                aria-pressed={index === part}
                onClick={() => {
                  setPart(index)
                  setHasEnded(false)
                }}
                className="min-h-11 rounded-md border border-edge bg-surface px-4 text-sm font-semibold aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              >
                Part {index + 1}
              </button>
            ))}
          </div>
        ) : null}
        {hasEnded && isLast && next ? (
          <Link to={pathTo('room-class', [courseId, next.session_id])} className={buttonClass('primary')}>
            Next recording: Class {next.number}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        ) : null}
      </div>
    </>
  )
}

/** Lists of the room show a saved position without asking again. */
function useKeepPosition(courseId: string): (recordingId: number, saved: SavedPosition) => void {
  const { user } = useSession()
  const queries = useQueryClient()
  return (recordingId, saved) =>
    queries.setQueryData(
      roomQuery(user?.email, courseId).queryKey,
      (room) => room && { ...room, batches: room.batches.map((batch) => withPosition(batch, recordingId, saved)) },
    )
}

function withPosition(batch: RoomBatch, recordingId: number, saved: SavedPosition): RoomBatch {
  return { ...batch, recordings: batch.recordings.map((one) => (one.id === recordingId ? { ...one, ...saved } : one)) }
}

import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { allowsPlayer } from './allows-player.ts'
import { renewIntervalMs, videosQuery } from './queries.ts'
import type { SavedPosition } from './send-position.ts'
import { Theatre } from './theatre.tsx'
import { type Recording, rowId, type TimelineClass } from './timeline.ts'

interface Props {
  recordings: readonly Recording[]
  batchId: number
  /** The next class with a recording. */
  next: TimelineClass | undefined
  onSaved: (recordingId: number, saved: SavedPosition) => void
}

/** The player of a class in its row, with the parts of a class that has several. */
export function ClassRecording({ recordings, batchId, next, onSaved }: Props) {
  const { user } = useSession()
  const [query] = useSearchParams()
  const [part, setPart] = useState(0)
  const asked = useQuery(videosQuery(user?.email, String(batchId)))
  const { data, error, isFetching, refetch } = asked
  useEffect(() => {
    // The address names this row, so it opens again.
    if (!allowsPlayer()) location.reload()
  }, [])
  useEffect(() => {
    const timer = setInterval(() => void refetch(), renewIntervalMs)
    return () => clearInterval(timer)
  }, [refetch])
  const id = recordings[part]?.id
  const video = data?.videos.find((one) => one.id === id)
  // A list that is being fetched may bring a new recording.
  if (!video && (error || (data && !isFetching))) {
    return (
      <LoadFailed title="The recording could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
        Your progress is safe.
      </LoadFailed>
    )
  }
  if (!data || !video) {
    return (
      <Loading label="Loading the recording">
        <Skeleton className="aspect-video w-full rounded-lg" />
      </Loading>
    )
  }
  return (
    <div>
      {recordings.length > 1 ? (
        <div role="group" aria-label="Parts of this class" className="mb-3 flex flex-wrap gap-2">
          {recordings.map((one, index) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={index === part}
              onClick={() => setPart(index)}
              className="min-h-11 rounded-md border border-edge bg-surface px-4 text-sm font-semibold aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              Part {index + 1}
            </button>
          ))}
        </div>
      ) : null}
      <Theatre
        key={video.id}
        video={video}
        batchId={String(batchId)}
        clock={data.clock}
        email={user?.email}
        onRenew={refetch}
        onSaved={(saved) => onSaved(video.id, saved)}
      >
        {(ended) => (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <p className="font-semibold">{video.title}</p>
              <p role="status" className="text-sm text-muted">
                {ended && !next ? 'That was the latest recording.' : 'Your progress is saved. You can continue later.'}
              </p>
            </div>
            {next ? (
              <Link
                to={{ search: `?${query.toString()}`, hash: rowId(next.session_id) }}
                replace
                preventScrollReset
                className={buttonClass(ended ? 'primary' : 'secondary')}
              >
                Next: Class {next.number}
                <ArrowRight aria-hidden="true" className="size-4" />
              </Link>
            ) : null}
          </div>
        )}
      </Theatre>
    </div>
  )
}

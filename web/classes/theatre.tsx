import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Video } from '#contract/classes/classes.ts'
import { Button } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { EmbeddedPlayer } from './embedded-player.tsx'
import type { Playback } from './playback.ts'
import { Player } from './player.tsx'
import { videosQuery } from './queries.ts'
import { type SavedPosition, sendLastPosition, sendPosition } from './send-position.ts'
import type { ServerClock } from '#ui/server-clock.ts'

/** Milliseconds. A second failure within this time is not caused by an expired link. */
const recentRenewalMs = 60_000

interface Props {
  video: Video
  batchId: string
  clock: ServerClock
  /** Undefined when the visitor is not signed in; then no position is saved. */
  email: string | undefined
  /** Fetches the list again, for new links. */
  onRenew: () => Promise<unknown>
  onSaved?: (saved: SavedPosition) => void
  onEnded: () => void
  /** That of the school's own player, which a transcript follows; null when it is gone. */
  onVideoElement?: (element: HTMLVideoElement | null) => void
  /** That of a player of another host; null when it is gone. */
  onEmbedded?: (playback: Playback | null) => void
  /** Start position in seconds. Default: where the student stopped. */
  startAt?: number | undefined
}

/** The player, which saves its position. */
export function Theatre({ video, batchId, clock, email, startAt, ...rest }: Props) {
  const { onRenew, onSaved, onEnded, onVideoElement, onEmbedded } = rest
  const queries = useQueryClient()
  const [failed, setFailed] = useState<number | null>(null)
  const [renewing, setRenewing] = useState(false)
  const [attempt, setAttempt] = useState({ count: 0, startAt: startAt ?? resumeAt(video), playing: false })
  const renewedAt = useRef(-Infinity)
  const save = (position: number, watchedAt: string, leaving: boolean, isEnd: boolean) => {
    if (leaving) return sendLastPosition(video.id, position, watchedAt)
    void sendPosition(video.id, position, watchedAt, isEnd).then((saved) => {
      if (!saved) return
      queries.setQueryData(videosQuery(email, batchId).queryKey, (list) =>
        list ? { ...list, videos: list.videos.map((one) => (one.id === video.id ? { ...one, ...saved } : one)) } : list,
      )
      onSaved?.(saved)
    })
  }
  const renew = async (from: number, playing: boolean) => {
    setRenewing(true)
    await onRenew()
    setRenewing(false)
    setAttempt(({ count }) => ({ count: count + 1, startAt: from, playing }))
    setFailed(null)
  }
  // After sleep the link has expired: the first failure renews it automatically, the next one shows an error.
  const fail = (position: number, playing: boolean) => {
    const soon = performance.now() - renewedAt.current < recentRenewalMs
    renewedAt.current = performance.now()
    if (soon) setFailed(position)
    else void renew(position, playing)
  }
  return (
    <div className="relative overflow-hidden rounded-lg shadow-card">
      {(video.kind === 'youtube' || video.kind === 'vimeo') && video.video_url !== null ? (
        <EmbeddedPlayer
          kind={video.kind}
          title={`Day ${video.day_number}: ${video.title}`}
          url={video.video_url}
          startAt={attempt.startAt}
          now={clock}
          onPosition={email === undefined ? undefined : save}
          onEnded={onEnded}
          onPlayback={onEmbedded}
        />
      ) : failed === null && renewing ? (
        // A press on the player that failed would be lost with it.
        <Loading label="Loading the recording">
          <Skeleton className="aspect-video w-full rounded-none" />
        </Loading>
      ) : failed === null && video.video_url !== null ? (
        <Player
          key={attempt.count}
          title={`Day ${video.day_number}: ${video.title}`}
          url={video.video_url}
          isPlaylist={video.kind === 'hls'}
          captions={tracksOf(video)}
          chapters={video.chapters}
          poster={video.poster_url}
          startAt={attempt.startAt}
          now={clock}
          onPosition={email === undefined ? undefined : save}
          onEnded={onEnded}
          startPlaying={attempt.playing}
          onFail={fail}
          onVideoElement={onVideoElement}
        />
      ) : (
        <div role="alert" className="grid aspect-video min-h-56 w-full place-items-center bg-sunken p-6 text-center">
          <div>
            <p className="font-semibold">This recording could not be played.</p>
            <Button className="mt-4" pending={renewing && 'Loading…'} onClick={() => void renew(failed ?? 0, false)}>
              Try Again
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Returns the start position in seconds. A recording watched to the end starts again. */
function resumeAt({ position_seconds: position, duration_seconds: duration }: Video): number {
  return duration > 0 && position >= duration - 10 ? 0 : position
}

/** Captions that staff gave, and a file beside the recording in a language that they did not. */
function tracksOf({ captions, captions_url: file }: Video): Video['captions'] {
  const isGiven = file === null || captions.some(({ language }) => language === 'en')
  return isGiven ? captions : [{ language: 'en', url: file }, ...captions]
}

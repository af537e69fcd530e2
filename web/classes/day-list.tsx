import { Check, Lock, Play } from 'lucide-react'
import { Link } from 'react-router'
import type { Video } from '#contract/classes/classes.ts'
import { formatLength, formatPlainDay } from '#ui/format.ts'
import { WatchedBar } from './watched-bar.tsx'

interface Props {
  videos: readonly Video[]
  chosen: Video | undefined
  /** Whether the student's access to the recordings is known yet. */
  known: boolean
}

/** All recordings of the batch by day. The URL names the selected one. */
export function DayList({ videos, chosen, known }: Props) {
  return (
    <nav aria-label="Recordings by day" data-keeps-focus="">
      <ol className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
        {videos.map((video) => (
          <li key={video.id} className="border-b border-line last:border-b-0">
            <Link
              to={`?day=${video.day_number}`}
              replace
              preventScrollReset
              aria-current={video === chosen ? 'true' : undefined}
              className="flex items-start gap-4 border-l-4 border-transparent px-4 py-4 outline-offset-[-3px] transition-colors hover:bg-sunken aria-[current]:border-accent aria-[current]:bg-accent-soft"
            >
              <Mark video={video} playing={video === chosen} known={known} />
              <span className="min-w-0 flex-1">
                <span className="figures block text-xs font-semibold text-muted">
                  Day {video.day_number} <span aria-hidden="true">·</span> {formatPlainDay(`${video.date}T12:00:00+05:30`)}
                </span>
                <span className="mt-0.5 block font-semibold">{video.title}</span>
                <span className="figures mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
                  {video.duration_seconds > 0 ? formatLength(video.duration_seconds) : null}
                  <Note video={video} known={known} />
                </span>
                {known && video.position_seconds > 0 ? (
                  <WatchedBar position={video.position_seconds} duration={video.duration_seconds} className="mt-2" />
                ) : null}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Mark({ video, playing, known }: { video: Video; playing: boolean; known: boolean }) {
  const locked = known && video.locked
  const Icon = locked ? Lock : video.completed ? Check : Play
  const variant = playing && !locked ? 'bg-accent text-on-accent' : locked ? 'bg-sunken text-muted' : 'bg-accent-soft text-accent'
  return (
    <span aria-hidden="true" className={`mt-0.5 grid size-9 shrink-0 place-items-center rounded-full ${variant}`}>
      <Icon className="size-4" />
    </span>
  )
}

function Note({ video, known }: { video: Video; known: boolean }) {
  if (!known) return null
  if (video.locked) return <span>For students of this batch</span>
  return (
    <>
      {video.is_preview ? <span className="font-semibold text-signal">Free preview</span> : null}
      {video.completed ? <span className="font-semibold text-good">Watched</span> : null}
      {!video.completed && video.position_seconds > 0 ? <span>Left at {formatLength(video.position_seconds)}</span> : null}
    </>
  )
}

import { Check, Hourglass, Play, RotateCcw } from 'lucide-react'
import type { LiveClass, RoomBatch } from '#contract/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { formatClock, formatDay, formatPlainDay } from '#ui/format.ts'
import { formatLength } from './read-videos.ts'
import { WatchedBar } from './watched-bar.tsx'

type Recording = RoomBatch['recordings'][number]

/** The recordings, latest first, each with its position; recordings in preparation come first. */
export function RecordingList({ batch }: { batch: RoomBatch }) {
  const { recordings, awaited } = batch
  return (
    <section aria-labelledby="recordings">
      <h2 id="recordings" className="text-2xl">
        Recordings
      </h2>
      {recordings.length === 0 && !awaited ? (
        <div className="mt-5 rounded-lg border border-dashed border-edge px-6 py-10 text-center">
          <p className="font-semibold">No recordings yet</p>
          <p className="mt-1 text-sm text-muted">Each class is recorded, and its recording comes here on the day after.</p>
        </div>
      ) : (
        <ol className="mt-5 overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {awaited ? <ExpectedRecording one={awaited} /> : null}
          {recordings.toReversed().map((recording) => (
            <Row key={recording.id} recording={recording} batchId={batch.batch_id} />
          ))}
        </ol>
      )}
    </section>
  )
}

function ExpectedRecording({ one }: { one: LiveClass }) {
  return (
    <li className="flex items-center gap-4 border-b border-line px-5 py-4 last:border-b-0">
      <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center rounded-full bg-signal-soft text-signal">
        <Hourglass className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">Class {one.day_number}: Recording coming</p>
        <p className="figures text-sm text-muted">
          Held on {formatDay(one.starts_at)}, until {formatClock(one.ends_at)}
        </p>
      </div>
    </li>
  )
}

function Row({ recording, batchId }: { recording: Recording; batchId: number }) {
  const { position_seconds: position, duration_seconds: duration, completed } = recording
  const begun = position > 0 && position < duration - 10
  const Icon = completed && !begun ? RotateCcw : Play
  const state = begun ? (
    <span className="text-accent">Resume at {formatLength(position)}</span>
  ) : completed ? (
    <span className="inline-flex items-center gap-1.5 text-good">
      <Check aria-hidden="true" className="size-4" />
      Watched
    </span>
  ) : (
    <span className="text-muted">Watch</span>
  )
  return (
    <li className="group relative flex items-center gap-4 border-b border-line px-5 py-4 transition-colors last:border-b-0 hover:bg-accent-soft">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent group-hover:bg-accent group-hover:text-on-accent"
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="text-base font-semibold tracking-normal">
          <a
            href={pathTo('videos', batchId, { day: recording.day_number })}
            className="outline-offset-[-3px] after:absolute after:inset-0 group-hover:text-accent"
          >
            {recording.title}
          </a>
        </h3>
        <p className="figures text-sm text-muted">
          Day {recording.day_number} <span aria-hidden="true">·</span> {formatPlainDay(`${recording.date}T12:00:00+05:30`)}{' '}
          <span aria-hidden="true">·</span> {formatLength(duration)}
        </p>
        {begun ? <WatchedBar position={position} duration={duration} className="mt-2.5 max-w-64" /> : null}
        <p className="figures mt-1.5 text-sm font-semibold empty:hidden sm:hidden">{begun || completed ? state : null}</p>
      </div>
      <p className="figures shrink-0 text-right text-sm font-semibold max-sm:hidden">{state}</p>
    </li>
  )
}

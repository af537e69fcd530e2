import { Check, Play } from 'lucide-react'
import type { TodayRecording } from '#contract/enrolment/enrolment.ts'
import { pathTo } from '#contract/pages.ts'
import { formatDay, formatLength } from '#ui/format.ts'
import { isBegun } from './timeline.ts'
import { WatchedBar } from './watched-bar.tsx'

interface Props {
  recordings: readonly TodayRecording[]
  /** Whether a class of the student is still to come, whose recording can follow. */
  hasClassAhead: boolean
}

/** The newest recordings over all courses. Each opens on the page of its class. */
export function TodayRecordings({ recordings, hasClassAhead }: Props) {
  return (
    <section aria-labelledby="today-recordings">
      <h2 id="today-recordings" className="text-xl">
        Newest recordings
      </h2>
      {recordings.length === 0 ? (
        <p className="mt-3 text-sm text-muted">
          {hasClassAhead
            ? 'Each class is recorded, and its recording comes here on the day after.'
            : 'None of your classes has a recording.'}
        </p>
      ) : (
        <div className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
          {recordings.map((one) => (
            <Recording key={one.id} one={one} />
          ))}
        </div>
      )}
    </section>
  )
}

function Recording({ one }: { one: TodayRecording }) {
  const begun = isBegun(one)
  const Icon = one.completed && !begun ? Check : Play
  return (
    <div className="group relative flex items-start gap-4 px-5 py-4 first:rounded-t-lg last:rounded-b-lg hover:bg-accent-soft/60">
      <span
        aria-hidden="true"
        className={`mt-0.5 grid size-9 shrink-0 place-items-center rounded-full ${one.completed && !begun ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent'}`}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">
          {/* A full load: the content security policy of that page allows the player. */}
          <a
            href={pathTo('room-class', [one.course_id, one.session_id])}
            className="group-hover:text-accent after:absolute after:inset-0"
          >
            {one.title}
          </a>
        </p>
        <p className="figures text-sm text-muted">
          {formatDay(`${one.date}T12:00:00+05:30`)} <span aria-hidden="true">·</span> {formatLength(one.duration_seconds)}
        </p>
        <p className="figures text-sm text-muted">
          {one.course}, class {one.day_number}
        </p>
        {begun ? (
          <>
            <WatchedBar position={one.position_seconds} duration={one.duration_seconds} className="mt-2 max-w-64" />
            <p className="figures mt-1 text-sm font-semibold text-accent">Resume at {formatLength(one.position_seconds)}</p>
          </>
        ) : one.completed ? (
          <p className="text-sm font-semibold text-good">Watched</p>
        ) : null}
      </div>
    </div>
  )
}

import { Check, ChevronRight, Circle, Hourglass, Play, Radio, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RoomClass } from '#contract/classes/classes.ts'
import { formatClock, formatDay, formatLength } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { ClassLink } from './class-link.tsx'
import { isBegun, recordingLate, recordingWithheld, type TimelineClass, titleOf } from './timeline.ts'
import { WatchedBar } from './watched-bar.tsx'

interface Props {
  courseId: number
  one: TimelineClass
  /** By the clock of the server. */
  state: RoomClass['state']
  /** Whether its recording is missing, and staff are asked for it. */
  late: boolean
  /** Whether it is the running or the next class of the batch. */
  isNext: boolean
  attendance?: ReactNode
  /** Its exercises. */
  work?: ReactNode
}

/** One class of the timeline. It leads to the page of the class. */
export function ClassRow({ courseId, one, state, late, isNext, attendance, work }: Props) {
  const title = titleOf(one)
  const isCancelled = state === 'cancelled'
  const opens = !isCancelled
  return (
    <li className={`${isNext ? 'bg-accent-soft/50' : ''} first:last:rounded-lg last:rounded-b-lg`}>
      <div className={`relative flex gap-4 px-4 py-4 sm:gap-5 sm:px-6 ${opens ? 'group hover:bg-accent-soft/60' : ''}`}>
        <Mark one={one} state={state} isNext={isNext} />
        <div className="min-w-0 flex-1">
          <p className="figures text-sm text-muted">
            {one.number === null ? null : (
              <>
                <span className="font-semibold text-ink">Class {one.number}</span>{' '}
                <span aria-hidden="true" className="max-sm:hidden">
                  ·
                </span>{' '}
              </>
            )}
            <time dateTime={one.starts_at} className={`inline-block max-sm:block ${isCancelled ? 'line-through' : ''}`}>
              {formatDay(one.starts_at)}, {formatClock(one.starts_at)}
            </time>{' '}
            {isCancelled ? null : <LocalTime instant={one.starts_at} />}
          </p>
          <h4
            className={`mt-0.5 text-base leading-snug font-semibold tracking-normal ${isCancelled ? 'text-muted line-through' : ''}`}
          >
            {opens ? (
              <ClassLink
                courseId={courseId}
                sessionId={one.session_id}
                isRecorded={one.recordings.length > 0}
                className="outline-offset-2 group-hover:text-accent after:absolute after:inset-0"
              >
                {title}
              </ClassLink>
            ) : (
              title
            )}
          </h4>
          {isCancelled && one.cancel_reason ? <p className="mt-1 text-sm break-words text-muted">{one.cancel_reason}</p> : null}
          {isCancelled && one.made_up_at ? (
            <p className="figures mt-1 text-sm text-signal">
              Made up on {formatDay(one.made_up_at)}, {formatClock(one.made_up_at)}
            </p>
          ) : null}
          {one.makes_up_for_at && !isCancelled ? (
            <p className="figures mt-1 text-sm text-muted">Makes up for the class of {formatDay(one.makes_up_for_at)}</p>
          ) : null}
          {one.moved_from && !isCancelled ? (
            <p className="figures mt-1 text-sm text-signal">
              Moved from {formatDay(one.moved_from)}, {formatClock(one.moved_from)}
            </p>
          ) : null}
          {one.substitute_for && !isCancelled ? (
            <p className="mt-1 text-sm text-muted">
              {one.instructor} teaches in place of {one.substitute_for}
            </p>
          ) : null}
          <Watched one={one} />
          <p className="figures flex flex-col gap-1 text-sm *:mt-1 *:empty:hidden">
            <span className="font-semibold sm:hidden">
              <State one={one} state={state} late={late} isNext={isNext} />
            </span>
            {attendance}
          </p>
          {work}
        </div>
        <div className="flex shrink-0 items-center gap-3 self-center">
          <p className="figures max-w-40 text-right text-sm font-semibold max-sm:hidden">
            <State one={one} state={state} late={late} isNext={isNext} />
          </p>
          {opens ? (
            <ChevronRight aria-hidden="true" className="size-4 text-muted group-hover:text-accent" />
          ) : (
            <span className="w-4" />
          )}
        </div>
      </div>
    </li>
  )
}

const marks = {
  cancelled: [X, 'bg-sunken text-muted'],
  live: [Radio, 'bg-accent text-on-accent'],
  next: [Circle, 'bg-accent-soft text-accent'],
  scheduled: [Circle, 'text-edge'],
  held: [Check, 'bg-sunken text-muted'],
  watched: [Check, 'bg-good-soft text-good'],
  ready: [Play, 'bg-accent-soft text-accent'],
  expected: [Hourglass, 'bg-signal-soft text-signal'],
} as const

function Mark({ one, state, isNext }: Pick<Props, 'one' | 'state' | 'isNext'>) {
  const recorded = one.recordings.length > 0
  const kind =
    state !== 'held'
      ? state === 'scheduled' && isNext
        ? 'next'
        : state
      : recorded
        ? one.recordings.every((recording) => recording.completed)
          ? 'watched'
          : 'ready'
        : one.recording === 'missing' || one.recording === 'withheld'
          ? 'held'
          : 'expected'
  const [Icon, colours] = marks[kind]
  return (
    <span
      aria-hidden="true"
      className={`mt-0.5 grid size-8 shrink-0 place-items-center rounded-full forced-colors:border ${colours}`}
    >
      <Icon className="size-4" />
    </span>
  )
}

/** The state in words. */
function State({ one, state, late, isNext }: Pick<Props, 'one' | 'state' | 'late' | 'isNext'>) {
  if (state === 'cancelled') return <span className="text-muted">Cancelled</span>
  if (state === 'live') return <span className="text-accent">On now</span>
  if (state === 'scheduled') return isNext ? <span className="text-accent">Next</span> : null
  const begun = one.recordings.find(isBegun)
  if (begun) return <span className="text-accent">Resume at {formatLength(begun.position_seconds)}</span>
  if (one.recordings.length > 0) {
    return one.recordings.every((recording) => recording.completed) ? (
      <span className="text-good">Watched</span>
    ) : (
      <span className="text-accent">Watch</span>
    )
  }
  if (late) return <span className="font-normal text-muted">{recordingLate}</span>
  if (one.recording === 'withheld') return <span className="font-normal text-muted">{recordingWithheld}</span>
  return one.recording === 'missing' ? (
    <span className="font-normal text-muted">No recording</span>
  ) : (
    <span className="text-signal">{one.recording === 'processing' ? 'Recording in preparation' : 'Recording coming'}</span>
  )
}

function Watched({ one }: { one: TimelineClass }) {
  const begun = one.recordings.find(isBegun)
  return begun ? (
    <WatchedBar position={begun.position_seconds} duration={begun.duration_seconds} className="mt-2.5 max-w-64" />
  ) : null
}

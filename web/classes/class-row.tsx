import { Check, ChevronDown, Circle, Hourglass, MessageCircleQuestionMark, Play, Radio, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RoomClass } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { buttonClass } from '#ui/button.tsx'
import { formatClock, formatDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { ClassRecording } from './class-recording.tsx'
import { ClassWords } from './class-words.tsx'
import { formatLength } from './read-videos.ts'
import type { SavedPosition } from './send-position.ts'
import { isBegun, recordingLate, recordingWithheld, rowId, type TimelineClass } from './timeline.ts'
import { WatchedBar } from './watched-bar.tsx'

interface Props {
  one: TimelineClass
  /** By the clock of the server. */
  state: RoomClass['state']
  /** Whether its recording is missing, and staff are asked for it. */
  late: boolean
  /** Whether it is the running or the next class of the batch. */
  isNext: boolean
  open: boolean
  onToggle: () => void
  course: string
  batchId: number
  /** The next class with a recording. */
  next: TimelineClass | undefined
  onSaved: (recordingId: number, saved: SavedPosition) => void
  attendance?: ReactNode
  /** Its exercises. */
  work?: ReactNode
}

/** One class of the timeline. It opens to its preparation, notes, recording and calendar. */
export function ClassRow({ one, state, late, isNext, open, onToggle, course, batchId, next, onSaved, attendance, work }: Props) {
  const title = one.topic || (one.number === null ? 'Class' : `Class ${one.number}`)
  const panel = `${rowId(one.session_id)}-more`
  const isCancelled = state === 'cancelled'
  const opens = !isCancelled
  return (
    <li
      id={rowId(one.session_id)}
      className={`scroll-mt-20 ${isNext ? 'bg-accent-soft/50' : ''} first:last:rounded-lg last:rounded-b-lg`}
    >
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
              <button
                type="button"
                aria-expanded={open}
                aria-controls={panel}
                onClick={onToggle}
                className="text-left outline-offset-2 group-hover:text-accent after:absolute after:inset-0"
              >
                {title}
              </button>
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
            <ChevronDown
              aria-hidden="true"
              className={`size-4 text-muted transition-transform duration-150 ${open ? 'rotate-180' : ''}`}
            />
          ) : (
            <span className="w-4" />
          )}
        </div>
      </div>
      <div id={panel} hidden={!open} className="px-4 pt-1 pb-5 sm:pr-6 sm:pl-[4.75rem]">
        {open ? (
          <More one={one} state={state} title={title} course={course} batchId={batchId} next={next} onSaved={onSaved} />
        ) : null}
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

type MoreProps = Pick<Props, 'one' | 'state' | 'course' | 'batchId' | 'next' | 'onSaved'> & { title: string }

function More({ one, state, title, course, batchId, next, onSaved }: MoreProps) {
  return (
    <div className="space-y-5">
      {one.recordings.length > 0 ? (
        <ClassRecording recordings={one.recordings} batchId={batchId} next={next} onSaved={onSaved} />
      ) : null}
      <Text title={state === 'held' ? 'What you prepared' : 'Prepare'} text={one.prepare} />
      <Text title="Notes" text={one.notes} />
      <p>
        <Link
          to={`questions?batch=${batchId}&class=${one.session_id}`}
          className="inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-accent hover:underline"
        >
          <MessageCircleQuestionMark aria-hidden="true" className="size-4" />
          Questions about this class
        </Link>
      </p>
      {state === 'held' ? null : (
        <div className="flex flex-wrap items-center gap-3">
          {state === 'live' ? (
            <Link
              to={pathTo('join', one.session_id)}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('primary')}
            >
              Join class
              <span className="sr-only">, opens in a new tab</span>
            </Link>
          ) : (
            <AddToCalendar session={one} title={`${course}: ${title}`} />
          )}
          <p className="text-sm text-muted">with {one.instructor}</p>
        </div>
      )}
    </div>
  )
}

/** Words of staff. */
function Text({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <div className="prose-width">
      <h5 className="text-sm font-semibold tracking-normal">{title}</h5>
      <p className="mt-1 text-sm">
        <ClassWords text={text} />
      </p>
    </div>
  )
}

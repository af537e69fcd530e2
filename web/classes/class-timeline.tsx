import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OwnAttendance } from '#contract/classes/attendance.ts'
import type { RoomBatch } from '#contract/classes/classes.ts'
import type { OwnExercise } from '#contract/learning/work.ts'
import { Empty } from '#ui/empty.tsx'
import { ClassRow } from './class-row.tsx'
import { ClassWork } from './class-work.tsx'
import { ClassAttendance } from './own-attendance.tsx'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import {
  byModule,
  isBegun,
  isRecordingLate,
  type ModuleRun,
  stateAt,
  type TimelineClass,
  watchedOf,
  withRecordings,
} from './timeline.ts'
import { WatchedBar } from './watched-bar.tsx'

interface Props {
  courseId: number
  batch: RoomBatch
  clock: ServerClock
  /** Of the student; undefined while it is not known. */
  attendance: OwnAttendance | undefined
  /** The student's exercises of the batch. */
  work: readonly OwnExercise[]
}

/** All classes of the batch by module, or those with a recording. */
export function ClassTimeline({ courseId, batch, clock, attendance, work }: Props) {
  const now = useServerTime(clock, 15_000)
  const [query] = useSearchParams()
  const classes = withRecordings(batch)
  const recorded = classes.filter(({ recordings }) => recordings.length > 0)
  const onlyRecordings = query.get('show') === 'recordings'
  const shown = onlyRecordings ? recorded : classes
  const isOver = classes.length > 0 && batch.coming.length === 0 && batch.awaited === null
  const nextId = batch.coming[0]?.session_id
  // The latest held class: its module is open beside that of the next class.
  const latestId = classes.findLast((one) => stateAt(one, now) === 'held')?.session_id
  const isOpen = (run: ModuleRun) =>
    shown.length <= openUpTo ||
    onlyRecordings ||
    run.classes.some((one) => [nextId, latestId].includes(one.session_id) || one.recordings.some(isBegun))
  return (
    <section aria-labelledby="classes-title">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 id="classes-title" className="text-2xl">
          {onlyRecordings ? 'Recordings' : 'Classes'}
        </h2>
        <Views query={query} all={batch.classes_total} recorded={recorded.length} onlyRecordings={onlyRecordings} />
      </div>
      <Progress batch={batch} classes={classes} />
      <div data-keeps-focus="" className="mt-6 space-y-4">
        {shown.length === 0 ? <NoClasses onlyRecordings={onlyRecordings} isOver={isOver} /> : null}
        {byModule(shown).map((run) => (
          <Module key={run.classes[0]?.session_id} run={run} now={now} open={isOpen(run)}>
            {run.classes.map((one) => (
              <ClassRow
                key={one.session_id}
                courseId={courseId}
                one={one}
                state={stateAt(one, now)}
                late={isRecordingLate(one, now)}
                isNext={one.session_id === nextId}
                attendance={<ClassAttendance attendance={attendance} session={one} />}
                work={<ClassWork exercises={work.filter(({ session_id: id }) => id === one.session_id)} now={now} />}
              />
            ))}
          </Module>
        ))}
      </div>
    </section>
  )
}

/** A list of up to so many classes has all its modules open. */
const openUpTo = 12

interface ViewsProps {
  query: URLSearchParams
  all: number
  recorded: number
  onlyRecordings: boolean
}

function Views({ query, all, recorded, onlyRecordings }: ViewsProps) {
  const to = (show: string | null) => {
    const next = new URLSearchParams(query)
    if (show) next.set('show', show)
    else next.delete('show')
    return { search: `?${next.toString()}` }
  }
  const item =
    'figures inline-flex min-h-11 items-center rounded-md px-4 text-sm font-semibold text-muted hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-card'
  return (
    <nav aria-label="Classes to show" data-keeps-focus="" className="rounded-lg border border-line bg-sunken p-1 max-sm:w-full">
      <ul className="flex max-sm:*:flex-1">
        <li>
          <Link
            to={to(null)}
            replace
            preventScrollReset
            aria-current={onlyRecordings ? undefined : 'true'}
            className={`${item} max-sm:w-full max-sm:justify-center`}
          >
            All classes <span className="ml-1.5 font-normal">{all}</span>
          </Link>
        </li>
        <li>
          <Link
            to={to('recordings')}
            replace
            preventScrollReset
            aria-current={onlyRecordings ? 'true' : undefined}
            className={`${item} max-sm:w-full max-sm:justify-center`}
          >
            Recordings <span className="ml-1.5 font-normal">{recorded}</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function Progress({ batch, classes }: { batch: RoomBatch; classes: readonly TimelineClass[] }) {
  const { watched, all } = watchedOf(classes)
  return (
    <div className="figures mt-5 grid gap-x-10 gap-y-4 text-sm sm:grid-cols-2">
      <Meter label="Classes held" done={batch.classes_held} of={batch.classes_total} />
      {all > 0 ? <Meter label="Recordings watched" done={watched} of={all} /> : null}
    </div>
  )
}

function Meter({ label, done, of }: { label: string; done: number; of: number }) {
  return (
    <div>
      <p className="flex justify-between gap-4">
        <span className="text-muted">{label}</span>
        <span className="font-semibold">
          {done} of {of}
        </span>
      </p>
      <WatchedBar position={done} duration={of} className="mt-2" />
    </div>
  )
}

function NoClasses({ onlyRecordings, isOver }: { onlyRecordings: boolean; isOver: boolean }) {
  if (onlyRecordings && isOver) {
    return (
      <Empty title="No recordings">
        <p className="mt-2 text-muted">The classes of this batch are over, and none of them has a recording.</p>
      </Empty>
    )
  }
  return onlyRecordings ? (
    <Empty title="No recordings yet">
      <p className="mt-2 text-muted">Each class is recorded, and its recording comes here on the day after.</p>
    </Empty>
  ) : (
    <Empty title="No classes yet">
      <p className="mt-2 text-muted">The dates of your classes appear here as soon as they are set.</p>
    </Empty>
  )
}

interface ModuleProps {
  run: ModuleRun
  now: number
  open: boolean
  children: ReactNode
}

function heldNote(states: readonly TimelineClass['state'][]): string {
  const counted = states.filter((state) => state !== 'cancelled')
  const held = counted.filter((state) => state === 'held').length
  if (counted.length === 0) return 'Cancelled'
  if (held === counted.length) return `${held} held`
  return held === 0 ? `${counted.length} coming` : `${held} of ${counted.length} held`
}

function Module({ run, now, open, children }: ModuleProps) {
  const note = heldNote(run.classes.map((one) => stateAt(one, now)))
  const rows = <ol className="divide-y divide-line">{children}</ol>
  if (run.name === '') {
    return (
      <div className="rounded-lg border border-line bg-surface shadow-card">
        <h3 className="sr-only">Without a module</h3>
        {rows}
      </div>
    )
  }
  return (
    <details open={open} className="group/module rounded-lg border border-line bg-surface shadow-card">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-lg px-4 py-3 outline-offset-[-3px] group-open/module:rounded-b-none group-open/module:border-b group-open/module:border-line sm:px-6 [&::-webkit-details-marker]:hidden">
        <h3 className="text-base font-bold tracking-normal">
          {run.name}
          {run.continued ? <span className="font-normal text-muted">, continued</span> : null}
        </h3>
        <span className="figures inline-flex shrink-0 items-center gap-3 text-sm text-muted">
          {note}
          <ChevronDown aria-hidden="true" className="size-4 transition-transform duration-150 group-open/module:rotate-180" />
        </span>
      </summary>
      {rows}
    </details>
  )
}

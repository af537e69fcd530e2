import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { RoomBatch } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { useServerTime } from '#ui/server-clock.ts'
import { isOnFirstTry } from '#web/lib/is-on-first-try.ts'
import { useOwnWork } from '../due-work.tsx'
import { useOwnAttendance } from '../own-attendance.tsx'
import { type Playback, playbackOf } from '../playback.ts'
import { type OpenRoom, useRoomTitle } from '../room/with-room.tsx'
import { stateAt, type TimelineClass, titleOf, withRecordings } from '../timeline.ts'
import { Chapters } from './chapters.tsx'
import { ClassContext } from './class-context.tsx'
import { ClassRecording } from './class-recording.tsx'
import { ClassSkeleton } from './class-skeleton.tsx'
import { ClassState } from './class-state.tsx'
import { ClassText } from './class-text.tsx'
import { Notes } from './notes.tsx'
import { Transcript } from './transcript.tsx'
import { useClassRecording } from './use-class-recording.ts'

interface Props extends OpenRoom {
  sessionId: number
}

/** The page of one class: its recording, what to prepare and what stays of it, its work and its questions. */
export function ClassPage({ sessionId, room, clock }: Props) {
  const batch = room.batches.find(({ classes }) => classes.some((one) => one.session_id === sessionId))
  const classes = batch ? withRecordings(batch) : []
  const one = classes.find((found) => found.session_id === sessionId)
  const now = useServerTime(clock, 15_000)
  useRoomTitle(one ? titleOf(one) : room.course.title)
  if (!batch || !one) return <NoSuchClass courseId={room.course.id} />
  return <Class course={room.course} batch={batch} classes={classes} one={one} now={now} />
}

interface ClassProps {
  course: OpenRoom['room']['course']
  batch: RoomBatch
  classes: readonly TimelineClass[]
  one: TimelineClass
  now: number
}

function Class({ course, batch, classes, one, now }: ClassProps) {
  const state = stateAt(one, now)
  const recording = useClassRecording(batch.batch_id, one)
  const [videoElement, setVideoElement] = useState<HTMLVideoElement | null>(null)
  const [embedded, setEmbedded] = useState<Playback | null>(null)
  const playback = useMemo(() => (videoElement ? playbackOf(videoElement) : embedded), [videoElement, embedded])
  const work = useOwnWork()
  const attendance = useOwnAttendance(batch)
  // The page is shown once its parts have come, so that none of them moves another.
  const waits = [recording.query, attendance].some((query) => query.isEnabled && isOnFirstTry(query)) || isOnFirstTry(work)
  if (waits) return <ClassSkeleton title={titleOf(one)} />
  const after = classes.slice(classes.indexOf(one) + 1)
  return (
    <>
      <Breadcrumb
        isShort
        above={[
          { to: '/enrolled-courses', label: 'Today' },
          { to: pathTo('room', course.id, { batch: batch.batch_id }), label: course.title },
          { to: pathTo('room-classes', course.id, { batch: batch.batch_id }), label: 'Classes' },
        ]}
      />
      <article className="mt-3 items-start gap-x-10 gap-y-8 lg:mt-5 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:has-data-[wide=true]:grid-cols-[minmax(0,1fr)]">
        {/* Below `lg` the player is a child of the article, along which it stays in view. */}
        <div className="max-lg:contents">
          {one.recordings.length > 0 ? (
            <ClassRecording
              courseId={course.id}
              batchId={batch.batch_id}
              one={one}
              recording={recording}
              next={after.find(({ recordings }) => recordings.length > 0)}
              onVideoElement={setVideoElement}
              onEmbedded={setEmbedded}
            />
          ) : null}
          <ClassHeader one={one} state={state} total={batch.classes_total} />
          <ClassState one={one} state={state} course={course.title} now={now} />
          {recording.video ? (
            <Chapters key={recording.video.id} video={recording.video} part={recording.part + 1} playback={playback} />
          ) : null}
          <ClassText title={state === 'held' ? 'What you prepared' : 'Prepare'} text={one.prepare} />
          <ClassText title="Notes" text={one.notes} />
          <Notes sessionId={one.session_id} videoElement={videoElement} recordingId={recording.video?.id} />
        </div>
        <div className="space-y-8 max-lg:mt-8 lg:row-span-2">
          <ClassContext courseId={course.id} batch={batch} one={one} now={now} attendance={attendance.data} work={work.data} />
          {recording.hasCaptions ? (
            <Transcript key={recording.video?.id} videoElement={videoElement} playback={playback} />
          ) : null}
        </div>
        <Neighbours courseId={course.id} classes={classes} one={one} />
      </article>
    </>
  )
}

function ClassHeader({ one, state, total }: { one: TimelineClass; state: TimelineClass['state']; total: number }) {
  return (
    <header className="mt-4">
      <p className="figures text-sm text-muted">
        {one.number === null ? null : (
          <>
            <span className="font-semibold text-signal">
              Class {one.number} of {total}
            </span>{' '}
            <span aria-hidden="true">·</span>{' '}
          </>
        )}
        <time dateTime={one.starts_at} className={state === 'cancelled' ? 'line-through' : ''}>
          {formatLongDay(one.starts_at)}, {formatClock(one.starts_at)}
        </time>{' '}
        {state === 'cancelled' ? null : <LocalTime instant={one.starts_at} />}
      </p>
      <h1 className="mt-1 text-xl font-extrabold wrap-anywhere text-balance sm:text-2xl">{titleOf(one)}</h1>
      <p className="mt-1.5 text-muted">
        {one.module === '' ? '' : `${one.module}, `}with {one.instructor}
        {one.substitute_for ? `, in place of ${one.substitute_for}` : ''}
      </p>
    </header>
  )
}

/** The class before and the one after, which are not cancelled. */
function Neighbours({ courseId, classes, one }: { courseId: number; classes: readonly TimelineClass[]; one: TimelineClass }) {
  const at = classes.indexOf(one)
  const takesPlace = ({ state }: TimelineClass) => state !== 'cancelled'
  const before = classes.slice(0, at).findLast(takesPlace)
  const after = classes.slice(at + 1).find(takesPlace)
  if (!before && !after) return null
  return (
    <nav aria-label="Other classes" className="grid gap-3 border-t border-line pt-5 max-lg:mt-8 sm:grid-cols-2">
      {before ? <Neighbour to={pathTo('room-class', [courseId, before.session_id])} one={before} isBefore /> : <span />}
      {after ? <Neighbour to={pathTo('room-class', [courseId, after.session_id])} one={after} isBefore={false} /> : null}
    </nav>
  )
}

function Neighbour({ to, one, isBefore }: { to: string; one: TimelineClass; isBefore: boolean }) {
  const Arrow = isBefore ? ArrowLeft : ArrowRight
  return (
    <Link
      to={to}
      className={`group flex min-h-14 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card hover:border-accent ${isBefore ? '' : 'flex-row-reverse text-right'}`}
    >
      <Arrow aria-hidden="true" className="size-4 shrink-0 text-muted group-hover:text-accent" />
      <span className="min-w-0 flex-1">
        <span className="figures block text-sm text-muted">
          {isBefore ? 'Previous' : 'Next'}
          {one.number === null ? '' : `: Class ${one.number}`}
        </span>
        <span className="block leading-snug font-semibold wrap-anywhere group-hover:text-accent">{titleOf(one)}</span>
      </span>
    </Link>
  )
}

function NoSuchClass({ courseId }: { courseId: number }) {
  return (
    <div className="section-gap text-center">
      <h1 className="text-3xl">There is no such class</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">It is not a class of your batch, or it was deleted.</p>
      <div className="mt-8">
        <ButtonLink variant="primary" to={pathTo('room-classes', courseId)} size="lg">
          All classes
        </ButtonLink>
      </div>
    </div>
  )
}

import { Award, Play, Video } from 'lucide-react'
import { useEffect } from 'react'
import type { LiveClass, RoomBatch, RoomClass } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay, formatDayOfMonth, formatLongDay, formatMonth } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { useHasPage } from '#web/lib/root-data.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { ClassWords } from './class-words.tsx'
import { type Phase, phaseOf } from './class-phase.ts'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { untilText } from './until-text.ts'

interface Props {
  batch: RoomBatch
  courseId: number
  course: string
  clock: ServerClock
  /** Called when the shown class ends, to fetch the next one. */
  onOver: () => void
}

const frame = 'rounded-lg border border-line bg-surface shadow-card'

/** The current or next class with its join link. */
export function NextClass({ batch, courseId, course, clock, onOver }: Props) {
  const next = batch.coming[0]
  if (!next) return <NoClass batch={batch} courseId={courseId} />
  return <Ahead key={next.starts_at} batch={batch} course={course} next={next} clock={clock} onOver={onOver} />
}

const phaseTitles: Record<Phase, string> = {
  ahead: 'Your next class',
  open: 'Your classroom is open',
  running: 'Your class is on now',
  over: 'This class is over',
}

function Ahead({ batch, course, next, clock, onOver }: Omit<Props, 'courseId'> & { next: LiveClass }) {
  const now = useServerTime(clock)
  const phase = phaseOf(next, now)
  useEffect(() => {
    if (phase === 'over') onOver()
  }, [phase, onOver])
  const words = batch.classes.find((one) => one.session_id === next.session_id)
  const today = formatLongDay(next.starts_at) === formatLongDay(new Date(now).toISOString())
  const live = phase === 'open' || phase === 'running'
  return (
    <section
      aria-labelledby="next-class"
      className={`${frame} grid md:grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_minmax(0,1fr)_minmax(19rem,auto)]`}
    >
      <p
        aria-hidden="true"
        className={`flex items-center gap-3 rounded-t-lg px-6 py-4 md:w-36 md:flex-col md:justify-center md:gap-0 md:rounded-tr-none md:py-8 lg:rounded-l-lg ${live ? 'bg-accent text-on-accent' : 'bg-signal-soft text-signal'}`}
      >
        <span className="text-sm font-semibold">{today ? 'Today' : formatLongDay(next.starts_at).split(',')[0]}</span>
        <span className="figures text-3xl font-extrabold tracking-tight md:my-1 md:leading-none">
          {formatDayOfMonth(next.starts_at)}
        </span>
        <span className="text-sm font-semibold">{formatMonth(next.starts_at)}</span>
      </p>
      <div className={`p-6 md:py-7 ${live ? 'max-md:order-2' : ''}`}>
        <p className={`flex items-center gap-2 text-sm font-semibold ${live ? 'text-accent' : 'text-signal'}`}>
          {live ? (
            <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent forced-colors:bg-[CanvasText]" />
          ) : null}
          {today && phase === 'ahead' ? "Today's class" : phaseTitles[phase]}
        </p>
        <h2
          id="next-class"
          className={
            words?.topic
              ? 'figures mt-1.5 text-base font-semibold tracking-normal text-muted'
              : 'figures mt-1.5 text-2xl font-extrabold'
          }
        >
          Class {next.day_number} of {batch.classes_total}
        </h2>
        {words?.topic ? (
          <p className="mt-0.5 text-xl leading-tight font-extrabold tracking-tight text-balance sm:text-2xl">{words.topic}</p>
        ) : null}
        <p className="figures mt-3 font-semibold">
          <time dateTime={next.starts_at}>{formatLongDay(next.starts_at)}</time>
        </p>
        <p className="figures text-sm text-muted">
          {formatClock(next.starts_at).replace(' IST', '')} – {formatClock(next.ends_at)} <LocalTime instant={next.starts_at} />
        </p>
        {words?.moved_from ? (
          <p className="figures mt-1 text-sm font-semibold text-signal">
            Moved from {formatDay(words.moved_from)}, {formatClock(words.moved_from)}
          </p>
        ) : null}
        <p className="mt-2 text-sm text-muted">{words ? teacherOf(words) : `with ${batch.instructor_name}`}</p>
        {words?.prepare ? (
          <div className="prose-width mt-4 border-l-2 border-signal pl-4">
            <h3 className="text-sm font-semibold tracking-normal">Prepare</h3>
            <p className="mt-0.5 text-sm">
              <ClassWords text={words.prepare} />
            </p>
          </div>
        ) : null}
      </div>
      <div
        className={`flex flex-col justify-center gap-4 border-t border-line bg-sunken p-6 md:rounded-b-lg md:col-span-2 md:min-h-28 md:flex-row md:items-center md:justify-between lg:col-span-1 lg:flex-col lg:items-stretch lg:justify-center lg:rounded-l-none lg:rounded-tr-lg lg:border-t-0 lg:border-l ${live ? 'max-md:order-1' : 'min-h-44 max-md:rounded-b-lg'}`}
      >
        {live ? (
          <Join running={phase === 'running'} next={next} />
        ) : (
          <>
            <p className="figures shrink-0 text-2xl leading-tight font-extrabold tracking-tight first-letter:uppercase">
              {phase === 'over' ? '' : untilText(next.starts_at, now)}
            </p>
            <p className="text-sm text-muted">
              {phase === 'over' ? 'Loading your next class…' : `Join class opens at ${formatClock(next.opens_at)},`}
              {phase === 'over' ? null : (
                <>
                  {' '}
                  <LocalTime instant={next.opens_at} />
                  <br />
                  {joinOpensMinutes} minutes before it starts.
                </>
              )}
            </p>
            {phase === 'over' ? null : (
              <div className="shrink-0">
                <AddToCalendar session={next} title={`${course}: ${words?.topic || `class ${next.day_number}`}`} />
              </div>
            )}
          </>
        )}
      </div>
      <p role="status" className="sr-only">
        {live ? `${phaseTitles[phase]}. You can join it.` : ''}
      </p>
    </section>
  )
}

function teacherOf({ instructor, substitute_for }: RoomClass): string {
  return substitute_for ? `with ${instructor}, in place of ${substitute_for}` : `with ${instructor}`
}

function Join({ running, next }: { running: boolean; next: LiveClass }) {
  const when = running ? `Started at ${formatClock(next.starts_at)}` : `Starts at ${formatClock(next.starts_at)}`
  return (
    <>
      <ButtonLink variant="primary" size="lg" to={pathTo('join', next.session_id)} className="w-full shrink-0 md:w-auto md:px-10">
        <Video aria-hidden="true" className="size-5" />
        Join class
      </ButtonLink>
      <p className="figures text-sm text-muted lg:text-center">{when}</p>
    </>
  )
}

const countOfClasses = (count: number): string => (count === 1 ? '1 class' : `${count} classes`)

/** After the last class, what is left of the batch: its certificate and its recordings. */
function NoClass({ batch, courseId }: Pick<Props, 'batch' | 'courseId'>) {
  const cancelled = batch.state === 'cancelled'
  const ofBatch = { batch: batch.batch_id }
  const hasPage = useHasPage()
  return (
    <section aria-labelledby="next-class" className={`${frame} p-6 md:p-8`}>
      <h2 id="next-class" className="text-2xl font-extrabold">
        {cancelled ? 'This batch is cancelled' : 'All classes completed'}
      </h2>
      <p className="prose-width mt-3 text-muted">
        {cancelled
          ? 'The remaining classes will not take place. Tell us if you want to move to another batch or get your money back.'
          : `${countOfClasses(batch.classes_held)} with ${batch.instructor_name} took place.${batch.recordings.length > 0 ? ' The recordings stay here for you.' : ''}`}
      </p>
      {cancelled ? (
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink variant="primary" to="/contact">
            Contact us
          </ButtonLink>
          {hasPage('/refund-policy') ? <ButtonLink to="/refund-policy">Refund Policy</ButtonLink> : null}
        </div>
      ) : (
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink variant="primary" to={`${pathTo('room-batch', courseId, ofBatch)}#certificate`}>
            <Award aria-hidden="true" className="size-4" />
            Your certificate
          </ButtonLink>
          {batch.recordings.length > 0 ? (
            <ButtonLink to={pathTo('room-classes', courseId, { ...ofBatch, show: 'recordings' })}>
              <Play aria-hidden="true" className="size-4" />
              Watch the recordings
            </ButtonLink>
          ) : (
            <ButtonLink to={pathTo('room-classes', courseId, ofBatch)}>Topics and notes of the classes</ButtonLink>
          )}
        </div>
      )}
    </section>
  )
}

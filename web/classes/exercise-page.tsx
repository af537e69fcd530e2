import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { type OwnWork, workLimits } from '#contract/learning/work.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { LocalTime } from '#ui/local-time.tsx'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { isEndpointError } from '#web/lib/api.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useRootData } from '#web/lib/root-data.ts'
import { useLoginRequired } from '#web/lib/use-login-required.ts'
import { Attempts } from './attempts.tsx'
import { ClassWords } from './class-words.tsx'
import { HandInForm } from './hand-in-form.tsx'
import { exerciseQuery, ownWorkQuery } from './queries.ts'
import { startClock, useServerTime } from '#ui/server-clock.ts'
import { dueText, isOpenWork, stateOfWork, workTones } from './work-state.ts'

/** One exercise of the student: what to do, the form that hands it in, and every attempt with its review. */
export function ExercisePage({ exerciseId }: { exerciseId: string }) {
  const { user, isSignedIn } = useLoginRequired()
  const query = exerciseQuery(user?.email, exerciseId)
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: isSignedIn })
  const queries = useQueryClient()
  const brand = useRootData()?.site.brand
  const title = data?.title
  useEffect(() => {
    if (title) document.title = `${title} · ${brand ?? ''}`
  }, [title, brand])
  const [isJustHandedIn, setJustHandedIn] = useState(false)
  const onHandedIn = (work: OwnWork) => {
    setJustHandedIn(true)
    queries.setQueryData(query.queryKey, work)
    void queries.invalidateQueries({ queryKey: ownWorkQuery(user?.email).queryKey })
  }
  if (isEndpointError(error, 404)) return <NotFound />
  if (data) {
    return <Exercise work={data} isJustHandedIn={isJustHandedIn} onHandedIn={onHandedIn} onStale={() => void refetch()} />
  }
  if (!error) return <Waiting />
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">Your work</h1>
      <LoadFailed title="This exercise could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
        What you have handed in is safe.
      </LoadFailed>
    </div>
  )
}

interface ExerciseProps {
  work: OwnWork
  isJustHandedIn: boolean
  onHandedIn: (work: OwnWork) => void
  /** Called when the server knows of an attempt or a review that this page does not show. */
  onStale: () => void
}

function Exercise({ work, isJustHandedIn, onHandedIn, onStale }: ExerciseProps) {
  const clock = useMemo(() => startClock(work.now), [work.now])
  const now = useServerTime(clock, 60_000)
  const { words, tone } = stateOfWork(work, now)
  const ofClass = [work.number === null ? null : `Class ${work.number}`, work.topic].filter(Boolean).join(', ')
  return (
    <>
      <Breadcrumb
        isShort
        above={[
          { to: '/enrolled-courses', label: 'Today' },
          { to: pathTo('room', work.course_id, { batch: work.batch_id }), label: work.course },
          {
            to: pathTo('room-class', [work.course_id, work.session_id]),
            label: work.number === null ? 'Class' : `Class ${work.number}`,
            reloads: true,
          },
        ]}
      />
      <h1 className="mt-3 max-w-4xl text-3xl font-extrabold wrap-anywhere">{work.title}</h1>
      <p className="figures mt-2 text-muted">{ofClass}</p>
      <p className="figures mt-1">
        Due {dueText(work.due_at)} <LocalTime instant={work.due_at} /> <span aria-hidden="true">·</span>{' '}
        <span className={`font-semibold ${workTones[tone]}`}>{words}</span>
      </p>
      {work.text || work.link ? (
        <div className="prose-width mt-6 space-y-3">
          {work.text ? (
            <p>
              <ClassWords text={work.text} />
            </p>
          ) : null}
          {work.link ? (
            <p>
              <ClassWords text={work.link} />
            </p>
          ) : null}
        </div>
      ) : null}
      <div className="mt-10 space-y-12">
        {isOpenWork(work) && work.attempts < workLimits.attempts ? (
          <section aria-labelledby="hand-in">
            <h2 id="hand-in" className="mb-4 text-2xl">
              {work.attempts === 0 ? 'Your work' : 'Your next attempt'}
            </h2>
            <HandInForm
              key={work.attempts}
              work={work}
              isLate={now > Date.parse(work.due_at)}
              onHandedIn={onHandedIn}
              onStale={onStale}
            />
          </section>
        ) : null}
        {work.state === 'handed_in' ? (
          <Replace
            key={work.attempts}
            work={work}
            isJustHandedIn={isJustHandedIn}
            onHandedIn={onHandedIn}
            onStale={onStale}
            now={now}
          />
        ) : null}
        {work.tried.length > 0 ? <Attempts tried={work.tried} /> : null}
      </div>
    </>
  )
}

/** What was handed in can be replaced until it is reviewed. */
function Replace({ work, isJustHandedIn, now, onHandedIn, onStale }: ExerciseProps & { now: number }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The form with the focus is gone.
    if (isJustHandedIn) notice.current?.focus()
  }, [isJustHandedIn])
  return (
    <div className="space-y-4">
      <div ref={notice} tabIndex={-1}>
        <Notice tone="good" title="Your work is handed in">
          Your instructor reads it within two working days and writes to you.
        </Notice>
      </div>
      {work.attempts < workLimits.attempts ? (
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-accent hover:underline">
            Hand in a better version
          </summary>
          <div className="mt-4">
            <HandInForm work={work} isLate={now > Date.parse(work.due_at)} onHandedIn={onHandedIn} onStale={onStale} />
          </div>
        </details>
      ) : null}
    </div>
  )
}

function NotFound() {
  return (
    <div className="section-gap text-center">
      <h1 className="text-3xl">This exercise is not yours</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">
        Only students of a batch see its exercises. It may also have been removed.
      </p>
      <ButtonLink variant="primary" to="/enrolled-courses" size="lg" className="mt-8">
        Enrolled Courses
      </ButtonLink>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-6 w-40" />
      <h1 className="mt-3 text-3xl font-extrabold">Your work</h1>
      <Loading label="Loading your work" className="mt-2 space-y-4">
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="mt-8 h-64 w-full rounded-lg" />
      </Loading>
    </>
  )
}

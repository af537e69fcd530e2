import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { type OwnBatch, ownBatches, ownClasses } from '#contract/classes/staff/teaching.ts'
import { formatPlainDay } from '#ui/format.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { BatchState } from '#console/kit/calendar/states.tsx'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { BatchCertificates } from '#console/learning/batch-certificates/batch-certificates.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { SkeletonLines, Empty, Failed, RecordState } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { listKey, useRecord } from '#console/kit/resource/calls.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { ClassPanel } from './class-panel.tsx'
import { ClassRows } from './class-rows.tsx'
import { screen } from './screen.tsx'
import { Students } from './students.tsx'

/** A batch as its instructor needs it: its classes with their words, and the names of its students. */
export function Page() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useRecord(ownBatches, id)
  useTitle(data ? screen.nameOf(data) : screen.title)
  if (data && !hasStatus(error, 404)) return <Batch key={id} batch={data} />
  return <RecordState error={error} onRetry={() => void refetch()} missing="You do not teach this batch." back={screen} />
}

const viewNames = { classes: 'Classes', students: 'Students', certificates: 'Certificates' } as const
const allViews = ['classes', 'students', 'certificates'] as const

function Batch({ batch }: { batch: OwnBatch }) {
  const [params, setParams] = useSearchParams()
  const classes = useQuery({
    queryKey: [...listKey(ownClasses), 'batch', batch.id],
    queryFn: () => everyRecord(ownClasses.endpoints.list, { batch: String(batch.id), sort: 'starts_at' }),
  })
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  // A substitute decides about no certificate.
  const views = batch.teaches ? allViews : allViews.slice(0, 2)
  const view = views.find((one) => one === params.get('view')) ?? 'classes'
  const all = classes.data ?? []
  const openId = Number(params.get('class')) || null
  const index = all.findIndex(({ id }) => id === openId)
  const open = view === 'classes' ? all[index] : undefined
  const choose = (session: { id: number } | null | undefined) => set('class', session ? String(session.id) : null)
  const close = () => {
    const row = document.querySelector<HTMLElement>(`[data-class="${openId ?? ''}"]`)
    choose(null)
    row?.focus()
  }
  useKeys(
    view === 'classes'
      ? {
          j: () => choose(all[Math.min(index + 1, all.length - 1)]),
          k: () => choose(all[Math.max(index - 1, 0)]),
          ...(open ? { Escape: close } : {}),
        }
      : {},
  )
  return (
    // On a phone the whole page scrolls, so that the head leaves room for the classes.
    <div className="h-full min-h-0 overflow-auto md:flex md:flex-col md:overflow-visible">
      <div className="border-b border-line px-4 pt-3 sm:px-6">
        <Link to={screen.path} className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          {screen.title}
        </Link>
        <Head batch={batch} />
        <div role="group" aria-label="Show" className="mt-3 flex gap-5">
          {views.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => set('view', one === 'classes' ? null : one)}
              className="h-9 border-b-2 border-transparent text-muted hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink touch:h-11"
            >
              {viewNames[one]}
            </button>
          ))}
        </div>
      </div>
      <div className="relative min-h-0 flex-1 md:flex">
        <div className="min-w-0 flex-1 md:overflow-auto">
          {view === 'certificates' ? (
            <BatchCertificates batchId={batch.id} />
          ) : view === 'students' ? (
            <Students batchId={batch.id} />
          ) : classes.isError && all.length === 0 ? (
            <Failed error={classes.error} onRetry={() => void classes.refetch()} />
          ) : classes.isPending ? (
            <div className="p-6">
              <SkeletonLines lines={6} />
            </div>
          ) : all.length === 0 ? (
            <Empty text="This batch has no class." />
          ) : (
            <ClassRows classes={all} openId={openId} onOpen={choose} />
          )}
        </div>
        {open ? <ClassPanel key={open.id} session={open} onClose={close} /> : null}
      </div>
    </div>
  )
}

function Head({ batch }: { batch: OwnBatch }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h1 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl outline-none">
          <span className="min-w-0 break-words">{batch.course}</span>
          <BatchState state={batch.state} />
        </h1>
        <p className="mt-1 text-muted">
          {batch.batch_type}, {batch.time}. {formatPlainDay(batch.starts_at)} to {formatPlainDay(batch.ends_at)}.
        </p>
        <p className="figures mt-1">
          {countOf(batch.students, 'student')}
          <span className="text-muted">
            , {batch.classes_held} of {batch.classes} classes held
          </span>
        </p>
        {batch.teaches ? null : <p className="mt-1 text-signal">You are the substitute for the classes below.</p>}
      </div>
      <ButtonLink to={`/attendance/${batch.id}`}>Attendance</ButtonLink>
      {batch.teaches ? (
        <ButtonLink to={`/messages/new?batch=${batch.id}`}>
          <Mail aria-hidden="true" className="size-4" />
          Message the batch
        </ButtonLink>
      ) : null}
    </header>
  )
}

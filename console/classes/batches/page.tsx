import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, UserX } from 'lucide-react'
import { Link, useParams, useSearchParams } from 'react-router'
import { type BatchRecord, batches } from '#contract/classes/staff/batches.ts'
import type { Permission } from '#contract/permissions.ts'
import { type SessionRecord, sessions } from '#contract/classes/staff/sessions.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { BatchWaitlist } from '#console/enrolment/waitlist/batch-waitlist.tsx'
import { BatchCertificates } from '#console/learning/batch-certificates/batch-certificates.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { SkeletonLines, Empty, Failed, RecordState } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { listKey, useRecord } from '#console/kit/resource/calls.ts'
import { BatchHead } from './batch-head.tsx'
import { CancellationProgress } from './cancellation-progress.tsx'
import { ClassList } from './class-list.tsx'
import { ClassPanel } from './class-panel.tsx'
import { screen } from './screen.tsx'
import { Weeks } from './weeks.tsx'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { OutOfLine } from './out-of-line.tsx'
import { Students } from './students.tsx'

/** One batch with its classes, and the chosen class beside them. The address holds the class and the view. */
export function Page() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useRecord(batches, id)
  useTitle(data ? screen.nameOf(data) : screen.title)
  if (data) return <Batch key={id} batch={data} />
  return <RecordState error={error} onRetry={() => void refetch()} missing="This batch does not exist." back={screen} />
}

/** Moves the focus through the links of the rows, as in other lists. */
function focusRow(step: number) {
  const links = [...document.querySelectorAll<HTMLElement>('main a[data-row]')]
  const row = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('a[data-row]')
  const index = row ? links.indexOf(row) + step : 0
  links[Math.min(Math.max(index, 0), links.length - 1)]?.focus()
}

const viewNames = {
  weeks: 'Weeks',
  list: 'List',
  students: 'Students',
  waitlist: 'Waitlist',
  certificates: 'Certificates',
} as const
type View = keyof typeof viewNames

/** What a person may see of a batch: its classes in two ways, and its students. */
function viewsOf(may: (permission: Permission) => boolean): readonly View[] {
  const classes = may('sessions:read') ? (['weeks', 'list'] as const) : []
  return [
    ...classes,
    ...(may('enrolments:read') ? (['students', 'waitlist'] as const) : []),
    ...(may('certificates:decide') ? (['certificates'] as const) : []),
  ]
}

function Batch({ batch }: { batch: BatchRecord }) {
  const { mayAll: may } = useAccess()
  const [params, setParams] = useSearchParams()
  const classes = useQuery({
    queryKey: [...listKey(sessions), 'batch', batch.id],
    queryFn: () => everyRecord(sessions.endpoints.list, { batch: String(batch.id), sort: 'starts_at' }),
    enabled: may('sessions:read'),
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
  const all = classes.data ?? []
  const openId = Number(params.get('class')) || null
  const index = all.findIndex(({ id }) => id === openId)
  const open = all[index]
  const choose = (session: { id: number } | null | undefined) => set('class', session ? String(session.id) : null)
  const close = () => {
    const chip = document.querySelector<HTMLElement>(`[data-class="${openId ?? ''}"]`)
    choose(null)
    chip?.focus()
  }
  const views = viewsOf(may)
  const view = views.find((one) => one === params.get('view')) ?? views[0]
  const showsClasses = view === 'weeks' || view === 'list'
  useKeys(
    showsClasses
      ? {
          j: () => choose(all[Math.min(index + 1, all.length - 1)]),
          k: () => choose(all[Math.max(index - 1, 0)]),
          ...(open ? { Escape: close } : {}),
        }
      : view === 'students'
        ? { j: () => focusRow(1), k: () => focusRow(-1) }
        : {},
  )
  const mayWrite = may('sessions:write') && batch.state !== 'cancelled'
  return (
    // On a phone the whole page scrolls, so that the head leaves room for the classes.
    <div className="h-full min-h-0 overflow-auto md:flex md:flex-col md:overflow-visible">
      <div className="border-b border-line px-4 pt-3 sm:px-6">
        <Link to={screen.path} className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          {screen.title}
        </Link>
        <BatchHead batch={batch} classes={all} />
        {views.length > 0 ? (
          <div role="group" aria-label="Show" className="mt-3 flex flex-wrap gap-x-5">
            {views.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={view === one}
                onClick={() => set('view', one === views[0] ? null : one)}
                className="h-9 border-b-2 border-transparent text-muted hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink touch:h-11"
              >
                {viewNames[one]}
              </button>
            ))}
          </div>
        ) : null}
      </div>
      <BusyInstructor classes={all} />
      <div className="relative min-h-0 flex-1 md:flex">
        <div className="min-w-0 flex-1 md:overflow-auto">
          {batch.state === 'cancelled' && may('batches:cancel') ? <CancellationProgress batchId={batch.id} /> : null}
          {may('batches:write') ? <OutOfLine batchId={batch.id} /> : null}
          {view === 'certificates' ? (
            <BatchCertificates batchId={batch.id} />
          ) : view === 'waitlist' ? (
            <BatchWaitlist batchId={batch.id} />
          ) : view === 'students' ? (
            <Students batch={batch} />
          ) : !showsClasses ? null : classes.isError ? (
            <Failed error={classes.error} onRetry={() => void classes.refetch()} />
          ) : classes.isPending ? (
            <div className="p-6">
              <SkeletonLines lines={6} />
            </div>
          ) : all.length === 0 ? (
            <Empty text="This batch has no class." />
          ) : view === 'list' ? (
            <ClassList classes={all} openId={openId} onOpen={choose} />
          ) : (
            <Weeks batch={batch} classes={all} openId={openId} onOpen={choose} mayMove={mayWrite} />
          )}
        </div>
        {open && showsClasses ? <ClassPanel key={open.id} session={open} mayWrite={mayWrite} onClose={close} /> : null}
      </div>
    </div>
  )
}

/** Says above the classes how many of them meet another class of their instructor. */
function BusyInstructor({ classes }: { classes: readonly SessionRecord[] }) {
  const busy = classes.filter(({ clash }) => clash !== null)
  if (busy.length === 0) return null
  const names = [...new Set(busy.map(({ instructor }) => instructor))].join(' and ')
  const others = [...new Set(busy.flatMap(({ clash }) => clash?.split('; ') ?? []))]
  return (
    <section
      aria-label="Busy instructor"
      className="flex items-start gap-2.5 border-b border-line bg-signal-soft px-4 py-3 sm:px-6"
    >
      <UserX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-signal" />
      <p className="min-w-0">
        <span className="font-semibold">
          {names} has another class at {busy.length === 1 ? 'one' : busy.length} of these times.
        </span>{' '}
        <span className="break-words">At that time: {others.join('; ')}.</span>
      </p>
    </section>
  )
}

import { NotebookPen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { OwnClass } from '#contract/classes/staff/teaching.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { ClassState, classTitle } from '#console/kit/calendar/states.tsx'
import { marksOf } from './class-words.ts'

interface Props {
  classes: readonly OwnClass[]
  openId: number | null
  onOpen: (session: OwnClass) => void
}

/** The classes of a batch in order. */
export function ClassRows({ classes, openId, onOpen }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // A batch that runs begins with what comes next, and not with its first class.
  useEffect(() => {
    // Newer browsers return a promise here, which an effect must not return.
    list.current?.querySelector('[data-next]')?.scrollIntoView({ block: 'center' })
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  const isAhead = ({ state }: OwnClass) => state === 'live' || state === 'scheduled'
  const next = classes.findIndex(isAhead) > 3 ? classes.find(isAhead) : undefined
  return (
    <ul ref={list} aria-label="Classes" className="divide-y divide-line">
      {classes.map((session) => (
        <li key={session.id}>
          <button
            type="button"
            data-class={session.id}
            data-next={session === next ? '' : undefined}
            aria-pressed={session.id === openId}
            onClick={() => onOpen(session)}
            className="block min-h-16 w-full px-4 py-3 text-left hover:bg-sunken aria-pressed:bg-accent-soft sm:px-6"
          >
            <span className="flex items-baseline gap-3">
              <span className="figures w-6 shrink-0 text-right text-muted">{session.number}</span>
              <span
                className={`min-w-0 flex-1 truncate text-base font-semibold ${session.state === 'cancelled' ? 'text-muted line-through' : ''}`}
              >
                {session.topic || classTitle(session)}
              </span>
              <ClassState state={session.state} />
            </span>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-3 pl-9 text-muted">
              <span className="figures">
                {formatDay(session.starts_at)}, {formatClock(session.starts_at)}
              </span>
              {session.module ? <span className="max-sm:hidden">{session.module}</span> : null}
              {marksOf(session).map((mark) => (
                <span key={mark} className="text-signal">
                  {mark}
                </span>
              ))}
              <Words session={session} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Which words the class has, and what it lacks. */
function Words({ session: { prepare, notes, state, mine, has_classroom: hasClassroom } }: { session: OwnClass }) {
  if (state === 'cancelled') return null
  const written = [prepare ? 'Prepare' : '', notes ? 'Notes' : ''].filter(Boolean)
  const lacks = [
    state !== 'held' && mine && !hasClassroom ? 'No link' : '',
    state === 'held' && mine && !notes ? 'No notes' : '',
  ].filter(Boolean)
  return (
    <>
      {written.length > 0 ? (
        <span className="inline-flex items-center gap-1">
          <NotebookPen aria-hidden="true" className="size-3.5" />
          {written.join(' and ').toLowerCase()}
        </span>
      ) : null}
      {lacks.map((one) => (
        <span key={one} className="font-semibold text-signal">
          {one}
        </span>
      ))}
    </>
  )
}

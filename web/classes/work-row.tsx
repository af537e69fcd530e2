import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import type { OwnExercise } from '#contract/learning/work.ts'
import { formatClock, formatDayOfMonth, formatMonth } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { untilText } from './until-text.ts'
import { isOpenWork, isOverdue, stateOfWork, workTones } from './work-state.ts'

interface Props {
  one: OwnExercise
  now: number
  /** Where several courses stand together. */
  withCourse?: boolean
}

/** One exercise by the day on which it is due. */
export function WorkRow({ one, now, withCourse = false }: Props) {
  const { words, tone } = stateOfWork(one, now)
  const isAhead = isOpenWork(one) && !isOverdue(one, now)
  const ofClass = one.number === null ? null : `Class ${one.number}`
  return (
    <li className="group relative flex items-start gap-4 px-5 py-4 first:rounded-t-lg last:rounded-b-lg hover:bg-accent-soft/60">
      <time
        dateTime={one.due_at}
        className={`figures grid w-12 shrink-0 justify-items-center rounded-md py-1.5 leading-tight ${isOverdue(one, now) ? 'bg-signal-soft text-signal' : 'bg-sunken'}`}
      >
        <span className="text-lg font-bold">{formatDayOfMonth(one.due_at)}</span>
        <span className="text-xs font-semibold">{formatMonth(one.due_at)}</span>
      </time>
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold wrap-anywhere">
          <Link to={pathTo('work', one.id)} className="group-hover:text-accent after:absolute after:inset-0">
            {one.title}
          </Link>
        </p>
        <p className="figures text-sm text-muted">
          {[withCourse ? one.course : null, ofClass, one.topic].filter(Boolean).join(', ')}
        </p>
        <p className="figures mt-1 text-sm">
          <span className={`font-semibold ${workTones[tone]}`}>{words}</span>{' '}
          {isOpenWork(one) ? (
            <span className="text-muted">
              <span aria-hidden="true">·</span> {isAhead ? `due ${untilText(one.due_at, now)}, ` : 'was due at '}
              {formatClock(one.due_at)} <LocalTime instant={one.due_at} />
            </span>
          ) : null}
        </p>
      </div>
    </li>
  )
}

export const workList = 'divide-y divide-line rounded-lg border border-line bg-surface shadow-card'

/** Exercises that matter less, behind their number. Nothing without any. */
export function FoldedWork({ label, rows }: { label: string; rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null
  return (
    <details className="group/folded">
      <summary className="figures inline-flex min-h-11 list-none items-center gap-2 rounded-md text-sm font-semibold text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown aria-hidden="true" className="size-4 transition-transform duration-150 group-open/folded:rotate-180" />
        {label} <span className="font-normal">{rows.length}</span>
      </summary>
      <ul className={`mt-2 ${workList}`}>{rows}</ul>
    </details>
  )
}

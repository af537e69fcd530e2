import { NotebookPen } from 'lucide-react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import type { OwnExercise } from '#contract/learning/work.ts'
import { formatDay } from '#ui/format.ts'
import { stateOfWork, workTones } from './work-state.ts'

/** The exercises of a class in its row. The links lie above the button that opens the row. */
export function ClassWork({ exercises, now }: { exercises: readonly OwnExercise[]; now: number }) {
  if (exercises.length === 0) return null
  return (
    <ul aria-label="Work" className="mt-1.5 space-y-1">
      {exercises.map((one) => {
        const { words, tone } = stateOfWork(one, now)
        return (
          <li key={one.id} className="figures flex items-start gap-2 text-sm">
            <NotebookPen aria-hidden="true" className="mt-1 size-4 shrink-0 text-muted" />
            <p className="min-w-0 wrap-anywhere">
              <Link
                to={pathTo('work', one.id)}
                className="relative inline-block min-h-6 font-semibold underline underline-offset-2 hover:text-accent"
              >
                {one.title}
              </Link>{' '}
              <span className="text-muted">due {formatDay(one.due_at)}</span> <span aria-hidden="true">·</span>{' '}
              <span className={`font-semibold ${workTones[tone]}`}>{words}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

import type { CurriculumSection } from '#contract/catalog/catalog.ts'
import { linesOf } from './outline.ts'

const indents = ['', 'pl-4', 'pl-8', 'pl-12', 'pl-16'] as const

/** A curriculum to read: one line for each module and topic. */
export function Outline({ curriculum, weeks }: { curriculum: CurriculumSection[] | null; weeks: number[] }) {
  const lines = linesOf(curriculum ?? [], weeks)
  if (lines.length === 0) return <span className="text-muted">Empty</span>
  return (
    <ul className="grid gap-1">
      {lines.map((line) => (
        <li
          key={line.id}
          className={`flex gap-3 ${indents[line.level] ?? ''} ${line.level === 0 ? 'mt-1.5 font-semibold first:mt-0' : ''}`}
        >
          <span className="min-w-0 flex-1">{line.text}</span>
          {line.weeks === null ? null : (
            <span className="figures shrink-0 text-xs font-normal text-muted">
              {line.weeks === 1 ? '1 week' : `${line.weeks} weeks`}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

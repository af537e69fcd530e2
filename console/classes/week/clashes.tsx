import { UserX } from 'lucide-react'
import type { ClassOfWeek } from '#contract/classes/staff/week.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { listClashes } from './class-text.ts'

/** Says above the calendar which classes one instructor would teach at one time. */
export function Clashes({ classes, onOpen }: { classes: readonly ClassOfWeek[]; onOpen: (id: number) => void }) {
  const clashes = listClashes(classes)
  if (clashes.length === 0) return null
  return (
    <details className="group border-b border-line bg-signal-soft px-4 py-2 sm:px-6">
      <summary className="flex min-h-6 cursor-pointer items-center gap-2 font-semibold touch:min-h-11">
        <UserX aria-hidden="true" className="size-4 shrink-0 text-signal" />
        {countOf(clashes.length, 'clash', 'clashes')}: an instructor has two classes at one time
        <span className="ml-auto text-sm font-medium text-muted group-open:hidden">Show</span>
        <span className="ml-auto hidden text-sm font-medium text-muted group-open:inline">Hide</span>
      </summary>
      <ul className="max-h-40 overflow-y-auto pt-1 pb-1">
        {clashes.map(({ id, text }) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="min-h-6 w-full rounded-sm py-0.5 text-left underline-offset-2 hover:underline touch:min-h-11"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

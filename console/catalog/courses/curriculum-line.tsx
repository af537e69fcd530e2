import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical, IndentDecrease, IndentIncrease, X } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { inputClass } from '#ui/field.tsx'
import { deepest, type Line } from './outline.ts'

/** Pixels by which each level stands further right, and by which a drag changes it. */
export const step = 24
const indents = ['', 'pl-3 sm:pl-6', 'pl-6 sm:pl-12', 'pl-9 sm:pl-18', 'pl-12 sm:pl-24'] as const

interface Props {
  line: Line
  /** Levels that a drag has moved it by so far. */
  drift: number
  /** Whether the Tab key reaches the controls of this line. */
  isReached: boolean
  isInvalid: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onText: (text: string) => void
  onWeeks: (weeks: number | null) => void
  onShift: (by: 1 | -1) => void
  onRemove: () => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
}

const iconClass =
  'grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink disabled:invisible touch:h-11'

/** One line of the outline with its controls. */
export function CurriculumLine({ line, drift, isReached, isInvalid, onFocus, onShift, onRemove, ...on }: Props) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: line.id })
  const tabIndex = isReached ? 0 : -1
  const name = line.text || (line.level === 0 ? 'this module' : 'this line')
  const level = Math.min(Math.max(line.level + drift, 0), deepest)
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform && { ...transform, x: 0 }), transition }}
      className={`group flex flex-wrap items-center gap-0.5 rounded-md sm:flex-nowrap ${indents[level] ?? ''} ${isDragging ? 'relative z-10 bg-surface shadow-lift' : ''} ${line.level === 0 ? 'mt-2 first:mt-0' : ''}`}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        tabIndex={tabIndex}
        aria-label={`Move ${name}`}
        className={`${iconClass} cursor-grab touch-none`}
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      <input
        data-line=""
        tabIndex={tabIndex}
        aria-label={line.level === 0 ? 'Module' : `Topic on level ${line.level + 1}`}
        aria-invalid={isInvalid || undefined}
        value={line.text}
        autoComplete="off"
        onChange={(event) => on.onText(event.target.value)}
        onFocus={onFocus}
        onKeyDown={on.onKeyDown}
        onPaste={on.onPaste}
        className={`${inputClass} min-w-0 flex-1 ${line.level === 0 ? 'font-semibold' : ''}`}
      />
      {line.level === 0 ? <Weeks line={line} name={name} tabIndex={tabIndex} onWeeks={on.onWeeks} /> : null}
      {/* Below the line on a phone, while it has the focus. */}
      <span className="flex justify-end max-sm:hidden max-sm:w-full max-sm:group-focus-within:flex sm:opacity-0 sm:group-focus-within:opacity-100 sm:group-hover:opacity-100 touch:opacity-100">
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Outdent ${name}`}
          disabled={line.level === 0}
          onClick={() => onShift(-1)}
          className={iconClass}
        >
          <IndentDecrease aria-hidden="true" className="size-4" />
        </button>
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Indent ${name}`}
          disabled={line.level === deepest}
          onClick={() => onShift(1)}
          className={iconClass}
        >
          <IndentIncrease aria-hidden="true" className="size-4" />
        </button>
        <button type="button" tabIndex={tabIndex} aria-label={`Remove ${name}`} onClick={onRemove} className={iconClass}>
          <X aria-hidden="true" className="size-4" />
        </button>
      </span>
    </li>
  )
}

/** Weeks of a module. What is no number stays out of the schema's range, so that its error is shown. */
function Weeks({ line, name, tabIndex, onWeeks }: { line: Line; name: string; tabIndex: number } & Pick<Props, 'onWeeks'>) {
  return (
    <span className="relative w-20 shrink-0">
      <input
        tabIndex={tabIndex}
        aria-label={`Weeks of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        placeholder="–"
        value={line.weeks === null ? '' : String(line.weeks)}
        onChange={(event) => {
          const digits = event.target.value.replaceAll(/\D/g, '')
          onWeeks(digits === '' ? null : Number(digits))
        }}
        className={`${inputClass} figures pr-12 text-right`}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center text-xs text-muted"
      >
        {line.weeks === 1 ? 'week' : 'weeks'}
      </span>
    </span>
  )
}

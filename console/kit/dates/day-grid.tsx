import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { addDays, daysFrom, mondayOf, monthNames, today, weekdayNames, weeksOfMonth } from '#ui/days.ts'
import { isDay, isWithin, type Limits, partsOf, spokenDay } from './day-text.ts'

interface Props extends Limits {
  value: string
  onChoose: (day: string) => void
  /** The day that has the focus first. */
  focusRef: RefObject<HTMLButtonElement | null>
}

/** A month, of which one day is chosen. Its keys are those of the ARIA Authoring Practices for a date picker. */
export function DayGrid({ value, min, max, onChoose, focusRef }: Props) {
  const limits = { min, max }
  const now = today()
  const [active, setActive] = useState(() => nearest(isDay(value) ? value : now, limits))
  const isMovedByKey = useRef(false)
  const heading = useId()
  const [, monthNumber, year] = partsOf(active)
  const month = active.slice(0, 7)
  useLayoutEffect(() => {
    if (isMovedByKey.current) focusRef.current?.focus()
    isMovedByKey.current = false
  }, [active, focusRef])
  const onKeyDown = (event: KeyboardEvent) => {
    const target = dayAfterKey(active, event)
    if (target === null) return
    event.preventDefault()
    isMovedByKey.current = true
    setActive(nearest(target, limits))
  }
  const turnPage = (step: number) => () => setActive(nearest(addMonths(active, step), limits))
  const isLast = (step: number) =>
    addMonths(`${month}-01`, step).slice(0, 7) !== nearest(addMonths(active, step), limits).slice(0, 7)
  return (
    // As high as a month of six weeks, so that the calendar keeps its height.
    <div className="min-h-72 w-max pointer-coarse:min-h-[21.5rem]">
      <div className="flex items-center justify-between pb-1">
        <PageButton label="Previous month" isOff={isLast(-1)} onPress={turnPage(-1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
        </PageButton>
        <p id={heading} aria-live="polite" className="text-sm font-semibold">
          {monthNames[monthNumber - 1]} {year}
        </p>
        <PageButton label="Next month" isOff={isLast(1)} onPress={turnPage(1)}>
          <ChevronRight aria-hidden="true" className="size-4" />
        </PageButton>
      </div>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a date picker (ARIA APG)
        role="grid"
        aria-labelledby={heading}
        className="figures border-collapse text-sm"
      >
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" aria-label={name} className="h-8 p-0 text-center text-xs font-semibold text-muted">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(month).map((monday) => (
            <tr key={monday}>
              {daysFrom(monday, 7).map((day) => (
                <td key={day} role="gridcell" aria-selected={day === value} className="p-0">
                  {day.startsWith(month) ? (
                    <button
                      ref={day === active ? focusRef : undefined}
                      type="button"
                      tabIndex={day === active ? 0 : -1}
                      aria-label={spokenDay(day)}
                      aria-current={day === now ? 'date' : undefined}
                      aria-pressed={day === value}
                      disabled={!isWithin(day, limits)}
                      onKeyDown={onKeyDown}
                      onClick={() => onChoose(day)}
                      className="relative grid size-9 place-items-center rounded-sm hover:bg-sunken disabled:bg-transparent disabled:text-edge disabled:line-through aria-[current=date]:font-bold aria-[current=date]:underline aria-[current=date]:decoration-2 aria-[current=date]:underline-offset-4 aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent pointer-coarse:size-11"
                    >
                      {partsOf(day)[0]}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PageButtonProps {
  label: string
  isOff: boolean
  onPress: () => void
  children: React.ReactNode
}

/** It stays in the order of the focus where there is no further month. */
function PageButton({ label, isOff, onPress, children }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
      className="grid size-9 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40 pointer-coarse:size-11"
    >
      {children}
    </button>
  )
}

function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | null {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return addDays(day, days)
  const pages = { PageUp: -1, PageDown: 1 }[key]
  if (pages !== undefined) return addMonths(day, shiftKey ? 12 * pages : pages)
  if (key === 'Home') return mondayOf(day)
  return key === 'End' ? addDays(mondayOf(day), 6) : null
}

/** The same day of another month, or its last day. */
function addMonths(day: string, count: number): string {
  const [number, month, year] = partsOf(day)
  const last = new Date(Date.UTC(year, month + count, 0))
  return `${last.toISOString().slice(0, 8)}${String(Math.min(number, last.getUTCDate())).padStart(2, '0')}`
}

function nearest(day: string, { min, max }: Limits): string {
  if (min && day < min) return min
  return max && day > max ? max : day
}

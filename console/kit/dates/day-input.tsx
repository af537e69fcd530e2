import { Popover } from '@base-ui/react/popover'
import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { DayGrid } from './day-grid.tsx'
import { dayError, dayText, isDay, type Limits, readDay, spokenDay, weekdayName } from './day-text.ts'
import { type BoxProps, type TypedField, useTyped } from './use-typed.ts'

interface Day extends Limits {
  /** `YYYY-MM-DD`, an empty text, or a text that is no day. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A day that is typed or picked. */
export function useDay({ min, max, ...day }: Day): TypedField & Limits {
  const limits = { min, max }
  const field = useTyped({
    ...day,
    read: (text) => readDay(text, limits),
    write: (value) => (isDay(value) ? dayText(value) : value),
    check: (value) => dayError(value, limits),
  })
  return { ...field, ...limits }
}

interface Props extends BoxProps {
  day: TypedField & Limits
  ref?: Ref<HTMLInputElement> | undefined
  onBlur?: (() => void) | undefined
}

/**
 * The box of a day: "3 Dec 2026" with "Thursday" beside it, and a calendar. A native field shows 12/03/2026 in a browser of the
 * United States. The label of the box has the id of the box with `-label`.
 */
export function DayInput({ day, ref, onBlur, id, className, 'aria-describedby': describedBy, ...box }: Props) {
  const [open, setOpen] = useState(false)
  const chosen = useRef<HTMLButtonElement>(null)
  const { value, min, max } = day
  const isRead = isDay(value)
  const leave = () => {
    day.leave()
    onBlur?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The form is sent with what is written out.
    if (event.key === 'Enter') day.leave()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    leave()
    setOpen(true)
  }
  return (
    <div className="@container">
      <div className="relative">
        <input
          {...box}
          ref={ref}
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder="e.g. 3 Dec 2026"
          value={day.text}
          onChange={({ target }) => day.type(target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
          aria-describedby={[describedBy, `${id}-weekday`].filter(Boolean).join(' ')}
          className={`${className} figures pr-10 pointer-coarse:pr-12 @min-[15rem]:pr-33 pointer-coarse:@min-[15rem]:pr-35`}
        />
        {isRead ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-10 hidden items-center text-sm text-muted @min-[15rem]:flex pointer-coarse:right-12"
          >
            {weekdayName(value)}
          </span>
        ) : null}
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger
            aria-label="Open calendar"
            aria-describedby={`${id}-label ${id}-weekday`}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-r-md text-muted hover:text-ink pointer-coarse:w-11"
          >
            <CalendarDays aria-hidden="true" className="size-4" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner sideOffset={6} align="end" collisionPadding={4} className="z-50">
              <Popover.Popup
                aria-label="Calendar"
                initialFocus={chosen}
                className="max-h-[var(--available-height)] overflow-y-auto rounded-md border border-line bg-surface p-2 text-ink shadow-lift outline-none pointer-coarse:px-0"
              >
                <DayGrid
                  value={value}
                  min={min}
                  max={max}
                  focusRef={chosen}
                  onChoose={(picked) => {
                    day.choose(picked)
                    setOpen(false)
                  }}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      </div>
      <span id={`${id}-weekday`} className={isRead ? 'mt-1 block text-xs text-muted @min-[15rem]:sr-only' : 'sr-only'}>
        {isRead ? weekdayName(value) : ''}
      </span>
      <span aria-live="polite" className="sr-only">
        {isRead && day.isTouched && !day.isTyped ? spokenDay(value) : ''}
      </span>
    </div>
  )
}

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Clock } from 'lucide-react'
import type { Ref } from 'react'
import { isTime, quarters, readTime, timeError, timeText } from './time-text.ts'
import { type BoxProps, type TypedField, useTyped } from './use-typed.ts'

interface Time {
  /** `HH:MM`, an empty text, or a text that is no time. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A time of day that is typed or picked. */
export function useTime(time: Time): TypedField {
  return useTyped({
    ...time,
    read: readTime,
    write: (value) => (isTime(value) ? timeText(value) : value),
    check: timeError,
  })
}

interface Props extends BoxProps {
  time: TypedField
  ref?: Ref<HTMLInputElement> | undefined
  onBlur?: (() => void) | undefined
}

const labels = quarters.map(timeText)

/** The box of a time: "7:30 pm", with the quarters of an hour in a list. */
export function TimeInput({ time, ref, onBlur, ...box }: Props) {
  const typed = time.text.trim().toLowerCase()
  const begun = time.isTyped ? labels.filter((label) => label.startsWith(typed)) : labels
  // Of a time that is no quarter, and of one that is written in another form, the whole day is offered.
  const offered = begun.length > 0 ? begun : labels
  const near = isTime(time.value) ? quarters.findLast((quarter) => quarter <= time.value) : '09:00'
  return (
    <Autocomplete.Root
      items={offered}
      mode="none"
      openOnInputClick
      value={time.text}
      onValueChange={(text, { reason }) => {
        if (reason === 'item-press') time.choose(readTime(text) ?? text)
        // Escape closes the list, and empties no field.
        else if (reason === 'input-change') time.type(text)
      }}
    >
      <div className="relative">
        <Autocomplete.Input
          {...box}
          ref={ref}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          placeholder="e.g. 7:30 pm"
          onBlur={() => {
            time.leave()
            onBlur?.()
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') time.leave()
          }}
          className={`${box.className} figures pr-9`}
        />
        <Clock aria-hidden="true" className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted" />
      </div>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="z-50">
          <Autocomplete.Popup className="relative max-h-[min(16rem,var(--available-height))] w-[var(--anchor-width)] min-w-32 overflow-y-auto rounded-md border border-line bg-surface p-1 text-sm text-ink shadow-lift outline-none">
            <Autocomplete.List className="figures">
              {(label: string) => (
                <Autocomplete.Item
                  key={label}
                  value={label}
                  ref={near && label === timeText(near) ? showInMiddle : undefined}
                  className="flex min-h-8 cursor-default items-center rounded-sm px-2 outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                >
                  {label}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

/** Scrolls the list alone: the page would move too. */
function showInMiddle(item: HTMLElement | null): void {
  const list = item?.offsetParent
  if (item && list) list.scrollTop = item.offsetTop - list.clientHeight / 2
}

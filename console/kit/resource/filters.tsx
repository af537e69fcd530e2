import { Popover } from '@base-ui/react/popover'
import { ListFilter, X } from 'lucide-react'
import { useId, useState } from 'react'
import { DayInput, useDay } from '#console/kit/dates/day-input.tsx'
import { dayText, isDay } from '#console/kit/dates/day-text.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { Button } from '#ui/button.tsx'
import { Below, describedBy, inputClass } from '#ui/field.tsx'
import { type DayRange, dayRangesOfNow } from '#console/kit/parts/day-ranges.ts'
import { Menu, MenuItem, popupClass } from '#console/kit/parts/menu.tsx'
import { currentView, filtersOf, type ListState } from './list-state.ts'
import { type Choice, type Filter, labelOf, type Screen } from './screen.ts'
import { ReferenceChoice, ReferenceName } from './reference-choice.tsx'

const yesNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

function choicesOf(filter: Filter): readonly Choice[] | null {
  if (filter.kind === 'flag') return yesNo
  return filter.kind === 'choice' ? filter.choices : null
}

interface Props {
  screen: Pick<Screen, 'filters' | 'labels' | 'views'>
  state: Pick<ListState, 'query' | 'search' | 'set'>
}

/** The filters as chips. The list's address holds them. */
export function Filters({ screen, state }: Props) {
  /** A filter that was added and has no value yet. */
  const [added, setAdded] = useState<string | null>(null)
  // A view is named above the list, so its filters are no chips as well.
  const view = currentView(screen, state)
  const ofView = new Set(view ? filtersOf(view).map(([name]) => name) : [])
  const active = screen.filters.filter(({ name }) => (state.query[name] !== undefined && !ofView.has(name)) || name === added)
  const { may } = useAccess()
  const free = screen.filters.filter(
    (filter) => !active.includes(filter) && (filter.kind !== 'reference' || may(filter.permission)),
  )
  const ranges = ['from', 'to'].every((name) => screen.filters.some((one) => one.name === name && one.kind === 'day'))
    ? dayRangesOfNow()
    : []
  return (
    <>
      {active.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          label={filter.label ?? labelOf(screen, filter.name)}
          value={state.query[filter.name]}
          isAdded={filter.name === added}
          ranges={filter.kind === 'day' ? ranges : []}
          onClose={() => setAdded(null)}
          onRange={({ from, to }) => {
            setAdded(null)
            state.set({ from, to })
          }}
          onChange={(value) => {
            setAdded(null)
            state.set({ [filter.name]: value })
          }}
        />
      ))}
      {free.length > 0 ? (
        <Menu
          align="start"
          trigger={
            <Button variant="quiet">
              <ListFilter aria-hidden="true" className="size-4" />
              {active.length === 0 ? 'Filter' : 'Add filter'}
            </Button>
          }
        >
          {free.map(({ name, label = labelOf(screen, name) }) => (
            <MenuItem key={name} onClick={() => setAdded(name)}>
              {label}
            </MenuItem>
          ))}
          {ranges.map(({ label, from, to }) => (
            <MenuItem key={label} onClick={() => state.set({ from, to })}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {active.length > 1 ? (
        <Button
          variant="quiet"
          className="max-sm:order-last"
          onClick={() => state.set(Object.fromEntries(active.map(({ name }) => [name, null])))}
        >
          Clear filters
        </Button>
      ) : null}
    </>
  )
}

interface ChipProps {
  filter: Filter
  label: string
  value: string | undefined
  /** It was added just now, so a value is asked for. */
  isAdded: boolean
  /** Ranges of days that set both ends. */
  ranges: readonly DayRange[]
  onRange: (range: { from: string; to: string }) => void
  onChange: (value: string | null) => void
  onClose: () => void
}

function Chip({ filter, label, value, isAdded, ranges, onRange, onChange, onClose }: ChipProps) {
  const [open, setOpen] = useState(isAdded)
  const choices = choicesOf(filter)
  const shown =
    choices?.find((choice) => choice.value === value)?.label ??
    (filter.kind === 'day' && value && isDay(value) ? dayText(value) : value)
  return (
    <span className="inline-flex h-8 items-stretch rounded-md border max-sm:order-last border-line bg-surface text-sm touch:h-11">
      <Popover.Root
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          if (!next) onClose()
        }}
      >
        <Popover.Trigger className="flex items-center gap-1 rounded-l-md pr-1.5 pl-2.5 hover:bg-sunken">
          <span className="text-muted">{label}:</span>
          <span className="max-w-40 truncate font-semibold">
            {filter.kind === 'reference' && value ? <ReferenceName to={filter.to} id={Number(value)} /> : (shown ?? 'any')}
          </span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align="start" className="z-50">
            <Popover.Popup className={`${popupClass} w-60 p-3`}>
              <Popover.Title className="mb-2 text-xs font-semibold text-muted">{label}</Popover.Title>
              {choices ? (
                <div className="grid max-h-80 gap-0.5 overflow-y-auto">
                  {choices.map((choice) => (
                    <button
                      key={choice.value}
                      type="button"
                      aria-pressed={choice.value === value}
                      className="min-h-8 rounded-sm px-2 text-left hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:font-semibold touch:min-h-11"
                      onClick={() => {
                        setOpen(false)
                        onChange(choice.value)
                      }}
                    >
                      {choice.label}
                    </button>
                  ))}
                </div>
              ) : filter.kind === 'reference' ? (
                <ReferenceChoice
                  to={filter.to}
                  label={label}
                  onChoose={(id) => {
                    setOpen(false)
                    onChange(String(id))
                  }}
                />
              ) : (
                <>
                  <Typed
                    label={label}
                    isDay={filter.kind === 'day'}
                    value={value ?? ''}
                    onApply={(text) => {
                      setOpen(false)
                      onChange(text || null)
                    }}
                  />
                  {ranges.length > 0 ? (
                    <div className="mt-3 grid gap-0.5 border-t border-line pt-2">
                      {ranges.map((range) => (
                        <button
                          key={range.label}
                          type="button"
                          className="min-h-8 rounded-sm px-2 text-left hover:bg-sunken touch:min-h-11"
                          onClick={() => {
                            setOpen(false)
                            onRange(range)
                          }}
                        >
                          {range.label}
                        </button>
                      ))}
                    </div>
                  ) : null}
                </>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <button
        type="button"
        aria-label={`Remove the filter ${label}`}
        onClick={() => onChange(null)}
        className="grid w-7 place-items-center rounded-r-md border-l border-line text-muted hover:bg-sunken hover:text-ink touch:w-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  )
}

interface TypedProps {
  label: string
  isDay: boolean
  value: string
  onApply: (text: string) => void
}

function Typed({ label, isDay: asksDay, value, onApply }: TypedProps) {
  const [text, setText] = useState(value)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        // A text that is no day has its error below the box.
        if (!asksDay || text === '' || isDay(text)) onApply(text.trim())
      }}
    >
      {asksDay ? (
        <DayBox label={label} value={text} onChange={setText} />
      ) : (
        <input
          type="text"
          aria-label={`${label} is`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={inputClass}
        />
      )}
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </form>
  )
}

function DayBox({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const id = useId()
  const day = useDay({ value, onChange })
  return (
    <>
      <DayInput {...describedBy(id, day.error, undefined)} day={day} id={id} aria-label={`${label} is`} className={inputClass} />
      <Below id={id} hint={undefined} error={day.error} />
    </>
  )
}

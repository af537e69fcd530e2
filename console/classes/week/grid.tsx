import { DndContext, type DragMoveEvent, KeyboardSensor, MouseSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FreeTimes } from '#contract/classes/staff/week.ts'
import { useWidth } from '#console/kit/parts/use-width.ts'
import { formatLongDay } from '#ui/format.ts'
import { instantOf } from '#ui/days.ts'
import { Chip } from './chip.tsx'
import { dragStep, pixelsOfMinute, targetMinute } from './drag-steps.ts'
import { FreeBand } from './free-band.tsx'
import { layOut } from './lay-out.ts'
import { clockAt, minuteOfDay, minutesOfDay, noonOf, type Segment, shortClock } from './week-days.ts'

/** A column of the grid: a day of the week, or an instructor on one day. */
export interface GridColumn {
  key: string
  day: string
  head: ReactNode
  /** What the column is called beside its time while a class is dragged. */
  label: string
  segments: readonly Segment[]
  free: FreeTimes['free']
  isHoliday: boolean
}

interface Props {
  columns: readonly GridColumn[]
  /** Pixels that a column has at least. */
  columnWidth: number
  /** Whether a class can be dragged to another column. */
  movesAcross: boolean
  now: string
  today: string
  openId: number | null
  isDimmed: (segment: Segment) => boolean
  mayMove: (segment: Segment) => boolean
  onOpen: (segment: Segment) => void
  onMove: (segment: Segment, to: { day: string; clock: string }) => void
  onPickFree: ((to: { day: string; clock: string }) => void) | undefined
  /** How long a class is for which a free time is looked for. */
  freeMinutes: number
  onShowDay: ((day: string) => void) | undefined
}

interface Target {
  column: GridColumn
  from: number
  segment: Segment
}

/** Hours that are shown also when no class is in them. */
const usualHours = { first: 7, last: 22 }
/** Pixels in which the time and the course of a class can be read. */
const laneWidth = 48

const wordsOf = ({ column, from }: Target) =>
  `${formatLongDay(noonOf(column.day))}, ${shortClock(instantOf(column.day, clockAt(from)))}`

/** Classes by day and time. A class is moved by dragging it, or by Space and the arrow keys. */
export function Grid(props: Props) {
  const { columns, columnWidth, movesAcross, now, today, openId, onMove } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const axis = 52
  const shown = Math.max(columnWidth, ((width ?? 0) - axis) / Math.max(columns.length, 1))
  const lanes = Math.max(2, Math.min(4, Math.floor(shown / laneWidth)))
  const all = columns.flatMap(({ segments }) => segments)
  const minuteNow = minuteOfDay(now)
  const nowIsShown = columns.some(({ day }) => day === today)
  const spans = nowIsShown ? [...all, { from: minuteNow, to: minuteNow + 1 }] : all
  const first = Math.min(usualHours.first, ...spans.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(usualHours.last, ...spans.map(({ to }) => Math.ceil(to / 60)))
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const top = (minute: number) => (minute - first * 60) * pixelsOfMinute

  const [target, setTarget] = useState<Target | null>(null)
  const latest = useRef<Target | null>(null)
  const aim = (next: Target | null) => {
    latest.current = next
    setTarget(next)
  }
  const targetOf = ({ active, delta }: Pick<DragMoveEvent, 'active' | 'delta'>): Target | null => {
    const segment = active.data.current?.['segment'] as Segment | undefined
    const index = columns.findIndex(({ segments }) => segments.some((one) => one === segment || one.session.id === active.id))
    if (!segment || index < 0) return null
    const aside = movesAcross ? Math.round(delta.x / shown) : 0
    const column = columns[Math.max(0, Math.min(columns.length - 1, index + aside))]
    return column ? { column, segment, from: targetMinute(segment.from, delta.y) } : null
  }
  const isElsewhere = ({ column, from, segment }: Target) => column.day !== segment.day || from !== segment.from
  const sensors = useSensors(
    // Fingers scroll: there a class is moved in its panel.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: (event, { currentCoordinates }) => dragStep(event, currentCoordinates, movesAcross ? shown : 0),
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
      scrollBehavior: 'auto',
    }),
  )
  const range = columns.map(({ key }) => key).join()
  const isUsual = minuteNow >= usualHours.first * 60 && minuteNow < usualHours.last * 60
  const earliest = Math.min(...(nowIsShown && isUsual ? spans : all).map(({ from }) => from), minutesOfDay)
  const begin = top(earliest === minutesOfDay ? usualHours.first * 60 : earliest) - 24
  const isPlaced = width !== null
  const wish = useRef(begin)
  useEffect(() => {
    wish.current = begin
  })
  useEffect(() => {
    if (isPlaced && frame.current) frame.current.scrollTop = wish.current
  }, [range, isPlaced])
  return (
    <DndContext
      sensors={sensors}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Enter to open the class. Press M to move it with a form. Press Space to move it by arrow keys: up and down by 15 minutes, left and right by a day; Space to stop, Escape to cancel.',
        },
        announcements: {
          onDragStart: () => 'The class is picked up.',
          onDragMove: () => (latest.current ? wordsOf(latest.current) : undefined),
          onDragOver: () => undefined,
          onDragEnd: () =>
            latest.current && isElsewhere(latest.current)
              ? `The class would move to ${wordsOf(latest.current)}.`
              : 'The class stays.',
          onDragCancel: () => 'The class stays.',
        },
      }}
      onDragMove={(event) => aim(targetOf(event))}
      onDragEnd={(event) => {
        const found = targetOf(event)
        latest.current = found
        setTarget(null)
        if (found && isElsewhere(found)) onMove(found.segment, { day: found.column.day, clock: clockAt(found.from) })
      }}
      onDragCancel={() => aim(null)}
    >
      <div
        ref={frame}
        role="region"
        aria-label="Calendar"
        tabIndex={0}
        data-dragging={target ? '' : undefined}
        className="h-full min-h-96 overflow-auto outline-offset-[-2px]"
      >
        <div
          className="grid w-full"
          style={{ gridTemplateColumns: `${axis}px repeat(${columns.length}, minmax(${columnWidth}px, 1fr))` }}
        >
          <div className="sticky top-0 left-0 z-30 border-r border-b border-line bg-canvas" />
          {columns.map(({ key, head, isHoliday }) => (
            <div
              key={key}
              className={`sticky top-0 z-20 min-w-0 border-r border-b border-line bg-canvas px-2 py-1.5 last:border-r-0 ${isHoliday ? 'bg-[image:linear-gradient(var(--signal-soft),var(--signal-soft))]' : ''}`}
            >
              {head}
            </div>
          ))}
          <div
            className="sticky left-0 z-20 border-r border-line bg-canvas"
            style={{ height: hours.length * 60 * pixelsOfMinute }}
          >
            {hours.map((hour) => (
              <span
                key={hour}
                className="figures absolute right-1.5 -translate-y-1/2 text-[0.6875rem] text-muted first:translate-y-0.5"
                style={{ top: top(hour * 60) }}
              >
                {hour % 12 || 12} {hour < 12 ? 'AM' : 'PM'}
              </span>
            ))}
          </div>
          {columns.map((column) => (
            <Column
              key={column.key}
              {...props}
              column={column}
              hours={hours}
              top={top}
              lanes={lanes}
              openId={openId}
              target={target?.column.key === column.key ? target : null}
              now={column.day === today && nowIsShown ? minuteNow : null}
            />
          ))}
        </div>
      </div>
    </DndContext>
  )
}

interface ColumnProps extends Omit<Props, 'now'> {
  column: GridColumn
  hours: readonly number[]
  top: (minute: number) => number
  lanes: number
  target: Target | null
  /** The minute of the day; null when it is not this day. */
  now: number | null
}

function Column({ column, hours, top, lanes, target, now, ...props }: ColumnProps) {
  const { placed, rest } = layOut(column.segments, lanes)
  const place = (from: number, to: number, lane: number, of: number) => ({
    top: top(from) + 1,
    height: (to - from) * pixelsOfMinute - 2,
    left: `calc(${(lane / of) * 100}% + 2px)`,
    width: `calc(${100 / of}% - 4px)`,
  })
  return (
    <div
      role="group"
      aria-label={column.label}
      className={`relative min-w-0 border-r border-line last:border-r-0 ${column.isHoliday ? 'bg-signal-soft/40' : ''}`}
    >
      {hours.map((hour) => (
        <span
          key={hour}
          aria-hidden="true"
          className="absolute inset-x-0 border-t border-line/70 first:border-t-0"
          style={{ top: top(hour * 60) }}
        />
      ))}
      {column.free.map((free) => (
        <FreeBand
          key={free.starts_at}
          free={free}
          minutes={props.freeMinutes}
          style={place(minuteOfDay(free.starts_at), minuteOfDay(free.ends_at), 0, 1)}
          onPick={props.onPickFree && ((clock) => props.onPickFree?.({ day: column.day, clock }))}
        />
      ))}
      {placed.map(({ item, lane, lanes: of }) => (
        <div
          key={`${item.session.id} ${item.day}`}
          className="absolute focus-within:z-10 hover:z-10"
          style={place(item.from, Math.max(item.to, item.from + 30), lane, of)}
        >
          <Chip
            segment={item}
            isOpen={item.session.id === props.openId}
            isDimmed={props.isDimmed(item)}
            mayMove={props.mayMove(item)}
            onOpen={() => props.onOpen(item)}
          />
        </div>
      ))}
      {rest.map(({ from, to, items, lanes: of }) => (
        <div key={`${from} rest`} className="absolute" style={place(from, to, of - 1, of)}>
          <More items={items} onShow={props.onShowDay && (() => props.onShowDay?.(column.day))} />
        </div>
      ))}
      {target ? (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute z-20 rounded-md border-2 border-accent bg-surface px-1.5 py-0.5 text-xs font-semibold text-accent shadow-lift"
          style={place(target.from, Math.min(target.from + target.segment.to - target.segment.from, minutesOfDay), 0, 1)}
        >
          {shortClock(instantOf(column.day, clockAt(target.from)))}
        </div>
      ) : null}
      {now === null ? null : (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-bad"
          style={{ top: top(now) }}
        >
          <span className="absolute -top-[0.3125rem] -left-1 size-2 rounded-full bg-bad" />
        </div>
      )}
    </div>
  )
}

/** Classes that have no room. The view of the day shows them. */
function More({ items, onShow }: { items: readonly Segment[]; onShow: (() => void) | undefined }) {
  const clashes = items.filter(({ session }) => session.clashes.length > 0).length
  const shape = `grid size-full min-h-6 place-items-center rounded-md border border-dashed border-edge bg-canvas text-xs font-semibold ${clashes > 0 ? 'ring-2 ring-signal' : ''}`
  const words = (
    <span>
      +{items.length}
      <span className="sr-only"> more{clashes > 0 ? `, ${clashes} with a clash` : ''}</span>
    </span>
  )
  return onShow ? (
    <button type="button" onClick={onShow} className={`${shape} hover:bg-sunken`}>
      {words}
    </button>
  ) : (
    <span className={shape}>{words}</span>
  )
}

import {
  closestCenter,
  type CollisionDetection,
  DndContext,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { holidays } from '#contract/classes/staff/holidays.ts'
import { type SessionRecord, classStateNames } from '#contract/classes/staff/sessions.ts'
import { formatClock, formatLongDay, formatShortDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { addDays, dayOf, daysFrom, mondayOf, today, weekdayNames, weekdayOf } from '#ui/days.ts'
import { ClassSign, clashOfClass, marksOfClass } from './class-marks.tsx'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { classChips } from '#console/kit/calendar/states.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { rowsOfWeeks } from './week-rows.ts'

interface Props {
  batch: BatchRecord
  classes: readonly SessionRecord[]
  openId: number | null
  onOpen: (session: SessionRecord) => void
  mayMove: boolean
}

// The pointer says the day itself; the keys move from day to day.
const collision: CollisionDetection = (args) => (args.pointerCoordinates ? pointerWithin(args) : closestCenter(args))

const dayKeys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Arrow keys take a class to the next day or week that is shown. */
const toNextDay: KeyboardCoordinateGetter = (event, { context: { active, over, droppableRects } }) => {
  const step = dayKeys[event.code]
  const from = over?.id ?? active?.data.current?.['day']
  if (step === undefined || typeof from !== 'string') return undefined
  event.preventDefault()
  const rect = droppableRects.get(addDays(from, step))
  return rect ? { x: rect.left, y: rect.top } : undefined
}

/** The classes of a batch as weeks. A class is moved by dragging it to another day. */
export function Weeks({ batch, classes, openId, onOpen, mayMove }: Props) {
  const { may } = useAccess()
  const [moving, setMoving] = useState<{ session: SessionRecord; day: string } | null>(null)
  const sensors = useSensors(
    // Fingers scroll: there a class is moved in its panel.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextDay,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  const days = classes.map(({ starts_at }) => dayOf(starts_at))
  const [first = today(), last = today()] = [days.toSorted()[0], days.toSorted().at(-1)]
  const off = useQuery({
    queryKey: ['holidays', 'of-calendar', batch.calendar, first, last],
    queryFn: () =>
      everyRecord(holidays.endpoints.list, { calendar: batch.calendar ?? '', from: addDays(first, -7), to: addDays(last, 13) }),
    enabled: batch.calendar !== null && may('holidays:read'),
  })
  const holidayNames = new Map(off.data?.map(({ day, name }) => [day, name]))
  const byDay = Map.groupBy(classes, ({ starts_at }) => dayOf(starts_at))
  // Beside a panel the weekdays without classes leave their room to the others.
  const taught = new Set(days.map((day) => weekdayOf(day)))
  const givesWay = (index: number) => openId !== null && !taught.has(index + 1)
  const now = useRef<HTMLTableRowElement>(null)
  const isRunning = batch.state === 'running'
  const isPhone = useIsPhone()
  useEffect(() => {
    // On a phone the whole page scrolls, and its head would be out of sight.
    if (isRunning && !isPhone) now.current?.scrollIntoView({ block: 'center' })
  }, [isRunning, isPhone])
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collision}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Enter to open the class. Press Space to move it, arrow keys to choose the day, Space to stop, Escape to cancel.',
        },
        announcements: {
          onDragStart: () => 'The class is picked up.',
          onDragOver: ({ over }) => (over ? formatLongDay(String(over.id)) : 'No day.'),
          onDragEnd: ({ over }) => (over ? `The class would move to ${formatLongDay(String(over.id))}.` : 'The class stays.'),
          onDragCancel: () => 'The class stays.',
        },
      }}
      onDragEnd={({ active, over }) => {
        const session = classes.find(({ id }) => id === active.id)
        if (session && over && over.id !== dayOf(session.starts_at)) setMoving({ session, day: String(over.id) })
      }}
    >
      <div className="@container">
        <table aria-label="Weeks" className="w-full table-fixed border-separate border-spacing-0">
          <colgroup>
            {weekdayNames.map((name, index) => (
              <col key={name} className={givesWay(index) ? '@xl:w-12' : ''} />
            ))}
          </colgroup>
          <thead className="sticky top-0 z-10">
            <tr>
              {weekdayNames.map((name) => (
                <th
                  key={name}
                  scope="col"
                  abbr={name}
                  className="h-8 border-b border-line bg-canvas text-center text-xs font-semibold text-muted @xl:px-2 @xl:text-left"
                >
                  {name.slice(0, 3)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOfWeeks(mondayOf(first), addDays(mondayOf(last), 7), new Set(days)).map((row) => (
              <Fragment key={row.monday}>
                {row.month ? (
                  <tr>
                    <th
                      scope="rowgroup"
                      colSpan={7}
                      className="border-b border-line px-3 pt-5 pb-2 text-left text-base font-semibold"
                    >
                      {row.month}
                    </th>
                  </tr>
                ) : null}
                {row.empty > 0 ? (
                  <tr>
                    <td colSpan={7} className="border-b border-line bg-sunken/50 px-3 py-2 text-center text-xs text-muted">
                      {row.empty} weeks without classes
                    </td>
                  </tr>
                ) : (
                  <tr ref={row.monday === mondayOf(today()) ? now : undefined}>
                    {daysFrom(row.monday, 7).map((day, index) => (
                      <Day key={day} day={day} holiday={holidayNames.get(day)} isNarrow={givesWay(index)}>
                        {(byDay.get(day) ?? []).map((session) => (
                          <Chip
                            key={session.id}
                            session={session}
                            isOpen={session.id === openId}
                            onOpen={() => onOpen(session)}
                            mayMove={mayMove && session.state === 'scheduled'}
                          />
                        ))}
                      </Day>
                    ))}
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {moving ? <MoveDialog session={moving.session} to={{ day: moving.day }} onClose={() => setMoving(null)} /> : null}
    </DndContext>
  )
}

interface DayProps {
  day: string
  holiday: string | undefined
  isNarrow: boolean
  children: ReactNode
}

function Day({ day, holiday, isNarrow, children }: DayProps) {
  const { setNodeRef, isOver } = useDroppable({ id: day, disabled: day < today() })
  const isToday = day === today()
  const number = Number(day.slice(8))
  const shown = number === 1 ? formatShortDay(day) : number
  return (
    <td
      ref={setNodeRef}
      className={`h-16 border-r border-b border-line p-0.5 align-top last:border-r-0 @xl:h-24 @xl:p-1.5 ${isOver ? 'bg-accent-soft' : holiday ? 'bg-signal-soft/50' : day < today() ? 'bg-sunken/40' : ''}`}
    >
      <div className="flex min-h-6 items-center gap-1.5 text-xs">
        <span
          className={`figures grid h-6 min-w-6 shrink-0 place-items-center rounded-full px-1 ${isToday ? 'bg-accent font-semibold text-on-accent forced-colors:border-2' : 'text-muted'}`}
        >
          <time dateTime={day}>{shown}</time>
          {isToday ? <span className="sr-only">today</span> : null}
        </span>
        {holiday ? (
          <span title={holiday} className={isNarrow ? 'sr-only' : 'min-w-0 truncate font-medium text-signal @max-xl:sr-only'}>
            {holiday}
          </span>
        ) : null}
      </div>
      <div className="grid gap-1">{children}</div>
    </td>
  )
}

interface ChipProps {
  session: SessionRecord
  isOpen: boolean
  onOpen: () => void
  mayMove: boolean
}

function Chip({ session, isOpen, onOpen, mayMove }: ChipProps) {
  const { setNodeRef, listeners, attributes, transform, isDragging } = useDraggable({
    id: session.id,
    disabled: !mayMove,
    data: { day: dayOf(session.starts_at) },
  })
  const { number, total, topic, state } = session
  const words = [
    formatLongDay(session.starts_at),
    classStateNames[state],
    ...marksOfClass(session),
    clashOfClass(session),
  ].filter(Boolean)
  return (
    <button
      ref={setNodeRef}
      type="button"
      data-class={session.id}
      {...(mayMove ? { ...listeners, 'aria-describedby': attributes['aria-describedby'] } : {})}
      aria-pressed={isOpen}
      onClick={onOpen}
      style={{ transform: CSS.Translate.toString(transform) }}
      className={`relative grid w-full min-w-0 gap-0.5 rounded-md border px-1 py-1 text-left text-xs @xl:px-2 ${classChips[session.state]} ${isOpen ? 'ring-2 ring-accent' : session.clash === null ? '' : 'ring-2 ring-signal'} ${isDragging ? 'z-30 shadow-lift' : ''} ${mayMove ? '@xl:cursor-grab' : ''}`}
    >
      <span className="flex items-center justify-center gap-1 @xl:justify-start">
        <span className="figures font-semibold">
          <span className="sr-only">{number === null ? 'Cancelled class' : 'Class '}</span>
          {number ?? <span aria-hidden="true">–</span>}
          <span className="sr-only">{number === null ? ', ' : ` of ${total}, `}</span>
        </span>
        <span className="figures truncate @max-xl:sr-only">{formatClock(session.starts_at).replace(' IST', '')}</span>
        <span className="@max-xl:hidden @xl:ml-auto">
          <ClassSign session={session} />
        </span>
      </span>
      {topic ? <span className="line-clamp-3 break-words @max-xl:sr-only">{topic}</span> : null}
      <span className="sr-only">, {words.join(', ')}</span>
    </button>
  )
}

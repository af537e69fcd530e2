import { useDraggable } from '@dnd-kit/core'
import { Check, Radio, UserX, X } from 'lucide-react'
import type { ClassOfWeek } from '#contract/classes/staff/week.ts'
import { classChips } from '#console/kit/calendar/states.tsx'
import { courseOf, spokenClass } from './class-text.ts'
import { shortClock, type Segment } from './week-days.ts'

const signs = { scheduled: null, live: Radio, held: Check, cancelled: X } as const

/** The state of a class as a shape, and a clash before it. */
function ClassSigns({ session }: { session: ClassOfWeek }) {
  const State = signs[session.state]
  return (
    <>
      {session.clashes.length > 0 ? <UserX aria-hidden="true" className="size-3 shrink-0 text-signal" /> : null}
      {State ? <State aria-hidden="true" className="size-3 shrink-0" /> : null}
    </>
  )
}

interface Props {
  segment: Segment
  isOpen: boolean
  /** Others are searched for. */
  isDimmed: boolean
  mayMove: boolean
  onOpen: () => void
}

/** A class in the grid. It fills the place that its parent has for it. */
export function Chip({ segment, isOpen, isDimmed, mayMove, onOpen }: Props) {
  const { session, isFirst } = segment
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: isFirst ? session.id : `${session.id}-after-midnight`,
    disabled: !mayMove,
    data: { segment },
  })
  const isShort = segment.to - segment.from < 45
  const clashes = session.clashes.length > 0
  const words = spokenClass(session)
  const [clock, half] = shortClock(isFirst ? session.starts_at : session.ends_at).split(' ')
  return (
    <button
      ref={setNodeRef}
      type="button"
      data-class={isFirst ? session.id : undefined}
      {...(mayMove ? { ...listeners, 'aria-describedby': attributes['aria-describedby'] } : {})}
      aria-pressed={isOpen}
      title={`${session.course}, ${words}`}
      onClick={onOpen}
      className={`@container flex size-full min-h-6 min-w-0 flex-col overflow-hidden rounded-md border px-1.5 py-0.5 text-left text-xs ${isDimmed ? 'border-line bg-canvas text-muted' : classChips[session.state]} ${isOpen ? 'ring-2 ring-accent' : clashes ? 'ring-2 ring-signal' : ''} ${isDragging ? 'opacity-50' : ''} ${mayMove ? 'cursor-grab' : ''}`}
    >
      <span className="flex w-full items-center gap-1">
        <span className="figures truncate font-semibold">
          {isFirst ? '' : 'until '}
          {clock}
          <span className="@max-[3.75rem]:hidden"> {half}</span>
        </span>
        <span className="ml-auto flex gap-0.5">
          <ClassSigns session={session} />
        </span>
      </span>
      <span className={`w-full leading-tight font-semibold ${isShort ? 'truncate' : 'line-clamp-2 break-words'}`}>
        {courseOf(session)}
      </span>
      <span aria-hidden="true" className="w-full truncate leading-tight @max-[4.5rem]:hidden">
        {session.instructor}
      </span>
      <span className="sr-only">, {words}</span>
    </button>
  )
}

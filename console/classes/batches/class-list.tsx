import { useRef } from 'react'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { useWidth } from '#console/kit/parts/use-width.ts'
import { clashOfClass, marksOfClass } from './class-marks.tsx'
import { ClassState, classTitle } from '#console/kit/calendar/states.tsx'

interface Props {
  classes: readonly SessionRecord[]
  openId: number | null
  onOpen: (session: SessionRecord) => void
}

const timeOf = ({ starts_at }: SessionRecord) => formatClock(starts_at).replace(' IST', '')
const headClass = 'sticky top-0 h-9 border-b border-line bg-canvas px-3 text-left text-xs font-semibold text-muted'
const cellClass = 'h-10 border-b border-line px-3'

/** The classes of a batch in order. */
export function ClassList({ classes, openId, onOpen }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const isPhone = useIsPhone()
  return (
    <div ref={place} className="@container">
      {isPhone || (width !== null && width < tableNeeds) ? (
        <Rows classes={classes} openId={openId} onOpen={onOpen} />
      ) : (
        <Table classes={classes} openId={openId} onOpen={onOpen} />
      )}
    </div>
  )
}

/** Pixels that the table needs. With less, as beside a panel, a class has two lines. */
const tableNeeds = 560
/** Columns that give way beside a panel, the last one first. */
const givesWay: Readonly<Record<string, string>> = { Module: '@max-4xl:hidden', Changes: '@max-3xl:hidden' }

function Table({ classes, openId, onOpen }: Props) {
  return (
    <table aria-label="Classes" className="w-full border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${headClass} w-14 pl-6 text-right`}>
            No.
          </th>
          {['Topic', 'Module', 'Day', 'Time', 'State', 'Changes'].map((name) => (
            <th key={name} scope="col" className={`${headClass} ${givesWay[name] ?? ''}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {classes.map((session) => {
          const tone = session.id === openId ? 'bg-accent-soft forced-colors:border-y-3' : 'group-hover:bg-sunken'
          return (
            <tr key={session.id} className="group cursor-pointer" onClick={() => onOpen(session)}>
              <td className={`${cellClass} ${tone} figures pl-6 text-right text-muted`}>{session.number}</td>
              <th scope="row" className={`${cellClass} ${tone} max-w-72 text-left font-semibold`}>
                <button
                  type="button"
                  data-class={session.id}
                  aria-pressed={session.id === openId}
                  className={`block min-h-6 w-full truncate text-left hover:text-accent ${session.state === 'cancelled' ? 'text-muted line-through' : ''}`}
                >
                  {session.topic || <span className="font-normal text-muted">{classTitle(session)}</span>}
                </button>
              </th>
              <td className={`${cellClass} ${tone} ${givesWay['Module']} max-w-48 truncate`}>{session.module}</td>
              <td className={`${cellClass} ${tone} figures whitespace-nowrap`}>{formatDay(session.starts_at)}</td>
              <td className={`${cellClass} ${tone} figures whitespace-nowrap`}>{timeOf(session)}</td>
              <td className={`${cellClass} ${tone}`}>
                <ClassState state={session.state} />
              </td>
              <td className={`${cellClass} ${tone} ${givesWay['Changes']} max-w-56 truncate text-muted`}>
                {marksOfClass(session).join(', ')}
                {session.clash === null ? null : (
                  <span className="block truncate font-medium text-signal" title={clashOfClass(session) ?? ''}>
                    Instructor is busy
                  </span>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Rows({ classes, openId, onOpen }: Props) {
  return (
    <ul aria-label="Classes" className="divide-y divide-line">
      {classes.map((session) => (
        <li key={session.id}>
          <button
            type="button"
            data-class={session.id}
            aria-pressed={session.id === openId}
            onClick={() => onOpen(session)}
            className="block min-h-16 w-full px-4 py-3 text-left -outline-offset-2 hover:bg-sunken active:bg-sunken aria-pressed:bg-accent-soft"
          >
            <span className="flex items-baseline gap-3">
              <span className="figures w-6 shrink-0 text-right text-muted">{session.number}</span>
              <span
                className={`min-w-0 flex-1 truncate text-base font-semibold ${session.state === 'cancelled' ? 'line-through' : ''}`}
              >
                {session.topic || classTitle(session)}
              </span>
              <ClassState state={session.state} />
            </span>
            <span className="mt-0.5 block truncate pl-9 text-muted">
              {[formatDay(session.starts_at), timeOf(session), ...marksOfClass(session)].join(', ')}
            </span>
            {session.clash === null ? null : (
              <span className="mt-0.5 block pl-9 font-medium text-signal">{clashOfClass(session)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type AttendanceStatus, attendanceStatusNames } from '#contract/classes/attendance.ts'
import type { AttendanceClass, AttendanceGrid, AttendanceStudent } from '#contract/classes/staff/attendance.ts'
import { formatShortDay } from '#ui/format.ts'
import { useWindow } from '#console/kit/resource/use-window.ts'
import { type Order, orders } from './sort-students.ts'
import { letters, statusOfKey, tones } from './statuses.ts'

export interface Chosen {
  student: number
  session: number
}

interface Props {
  grid: AttendanceGrid
  students: readonly AttendanceStudent[]
  order: Order
  /** Absent where percentages are not shown. */
  onSort: ((order: Order) => void) | undefined
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
  /** Absent for those who only read. Others mark classes that say so. */
  onMark: ((chosen: Chosen, status: AttendanceStatus | null) => void) | undefined
  onOpen: (sessionId: number) => void
  pathOfClass: (sessionId: number) => string
}

/** Pixels of a row. */
const rowHeight = 40

const headClass = 'sticky top-0 z-10 border-b border-line bg-canvas px-1 py-1.5 text-xs font-semibold text-muted'
const colours = {
  good: 'text-good',
  signal: 'bg-signal-soft text-signal',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-ink',
} as const

/** Students by classes. One cell has the focus: arrow keys move it, and a letter marks it. */
export function Grid({ grid, students, order, onSort, chosen, onChoose, onMark, onOpen, pathOfClass }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { classes } = grid
  const Arrow = order === 'lowest' ? ArrowUp : ArrowDown
  // The latest classes are those that people mark.
  useLayoutEffect(() => {
    const toEnd = () => {
      if (box.current) box.current.scrollLeft = box.current.scrollWidth
    }
    toEnd()
    // The columns get their width with the rows.
    const frame = requestAnimationFrame(toEnd)
    return () => cancelAnimationFrame(frame)
  }, [])
  const row = Math.max(0, chosen ? students.findIndex(({ id }) => id === chosen.student) : 0)
  const last = classes.length - 1
  const column = chosen
    ? Math.max(
        0,
        classes.findIndex(({ id }) => id === chosen.session),
      )
    : last
  const { first, end, above, below } = useWindow(box, { count: students.length, rowHeight })
  // Tab reaches a row that is in the document.
  const tabRow = row >= first && row < end ? row : first

  const moveTo = (nextRow: number, nextColumn: number) => {
    const student = students[Math.min(Math.max(nextRow, 0), students.length - 1)]
    const session = classes[Math.min(Math.max(nextColumn, 0), last)]
    if (!student || !session) return
    onChoose({ student: student.id, session: session.id })
    box.current?.querySelector<HTMLElement>(`[data-cell="${student.id}/${session.id}"]`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    if (event.target.dataset['cell'] === undefined) return
    const [studentId, sessionId] = event.target.dataset['cell'].split('/').map(Number)
    pressAt(
      event,
      students.findIndex(({ id }) => id === studentId),
      classes.findIndex(({ id }) => id === sessionId),
    )
  }
  const pressAt = (event: KeyboardEvent, atRow: number, atColumn: number) => {
    const student = students[atRow]
    const session = classes[atColumn]
    if (!student || !session) return
    const here = { student: student.id, session: session.id }
    const markHere = (status: AttendanceStatus | null) => {
      onChoose(here)
      onMark?.(here, status)
    }
    const status = statusOfKey.get(event.key.toLowerCase())
    const isMarkable = onMark !== undefined && session.may_mark && student.cells[atColumn] !== null
    const acts: Record<string, () => void> = {
      ArrowUp: () => moveTo(atRow - 1, atColumn),
      ArrowDown: () => moveTo(atRow + 1, atColumn),
      ArrowLeft: () => moveTo(atRow, atColumn - 1),
      ArrowRight: () => moveTo(atRow, atColumn + 1),
      PageUp: () => moveTo(atRow - 10, atColumn),
      PageDown: () => moveTo(atRow + 10, atColumn),
      Home: () => moveTo(atRow, 0),
      End: () => moveTo(atRow, last),
      Enter: () => onOpen(session.id),
      ...(isMarkable ? { Backspace: () => markHere(null), Delete: () => markHere(null) } : {}),
    }
    const act = status !== undefined && isMarkable ? () => markHere(status) : acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const choose = ({ target }: MouseEvent) => {
    const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
    const [student, session] = (cell ?? '').split('/').map(Number)
    if (student && session) onChoose({ student, session })
  }
  return (
    <div
      ref={box}
      role="region"
      aria-label="Grid of attendance"
      className="@container min-h-0 flex-1 snap-x snap-mandatory scroll-pt-14 scroll-pl-64 overflow-auto overscroll-contain lg:scroll-pl-76"
    >
      {/* Keys and presses are those of its cells. */}
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a grid with keys (ARIA APG)
        role="grid"
        aria-label="Attendance"
        aria-readonly={onMark === undefined}
        aria-rowcount={students.length + 1}
        className="border-separate border-spacing-0 text-sm"
        onKeyDown={press}
        onClick={choose}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={`${headClass} left-0 z-20 w-40 min-w-40 pl-6 text-left lg:w-52 lg:min-w-52`}>
              Student
            </th>
            <th
              scope="col"
              aria-sort={order === 'name' ? undefined : order === 'lowest' ? 'ascending' : 'descending'}
              className={`${headClass} left-40 z-20 w-24 min-w-24 border-r pr-3 text-right lg:left-52`}
            >
              {onSort ? (
                <button
                  type="button"
                  onClick={() => onSort(orders[(orders.indexOf(order) + 1) % orders.length] ?? 'name')}
                  className="inline-flex min-h-6 items-center gap-0.5 rounded-sm hover:text-ink"
                >
                  {order === 'name' ? null : <Arrow aria-hidden="true" className="size-3" />}
                  Attended
                </button>
              ) : (
                'Attended'
              )}
            </th>
            {classes.map((one) => (
              <ClassHead key={one.id} one={one} path={pathOfClass(one.id)} />
            ))}
            {/* Fills up to whole columns, so that at the end too no class is partly behind the names. */}
            <td aria-hidden="true" className="p-0">
              <div className="w-[mod(100cqw-16rem,3.5rem)] lg:w-[mod(100cqw-19rem,3.5rem)]" />
            </td>
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr aria-hidden="true" style={{ height: above }} /> : null}
          {students.slice(first, end).map((student, index) => (
            <Row
              key={student.id}
              rowIndex={first + index + 2}
              student={student}
              classes={classes}
              below={grid.threshold_percent}
              focusColumn={first + index === tabRow ? column : -1}
              chosenColumn={chosen && first + index === row ? column : -1}
            />
          ))}
          {below > 0 ? <tr aria-hidden="true" style={{ height: below }} /> : null}
        </tbody>
      </table>
    </div>
  )
}

const ClassHead = memo(function ClassHead({ one, path }: { one: AttendanceClass; path: string }) {
  return (
    <th
      scope="col"
      aria-label={`Class ${one.number}, ${formatShortDay(one.starts_at)}`}
      className={`${headClass} w-14 min-w-14 snap-start text-center`}
    >
      <Link to={path} className="block rounded-sm px-0.5 py-0.5 hover:bg-sunken hover:text-ink" title={one.topic || undefined}>
        <span className="sr-only">Class </span>
        <span className="figures block text-ink">{one.number}</span>
        <span className="figures block font-normal whitespace-nowrap">{formatShortDay(one.starts_at)}</span>
      </Link>
    </th>
  )
})

interface RowProps {
  rowIndex: number
  student: AttendanceStudent
  classes: readonly AttendanceClass[]
  /** The percentage below which the student's own is marked. */
  below: number
  /** The column of the cell that Tab reaches, and of the chosen one; -1 for none. */
  focusColumn: number
  chosenColumn: number
}

// Thousands of cells: only rows in sight are in the document, and one is drawn again only when something in it changes.
const Row = memo(function Row({ rowIndex, student, classes, below, focusColumn, chosenColumn }: RowProps) {
  return (
    <tr aria-rowindex={rowIndex} className="group">
      <th
        scope="row"
        className="sticky left-0 z-10 h-10 max-w-40 border-b border-line bg-canvas pr-2 pl-6 text-left font-semibold group-hover:bg-sunken lg:max-w-52"
      >
        <span className="block truncate">{student.name}</span>
        {student.left ? <span className="block text-xs font-normal text-muted">Left the batch</span> : null}
      </th>
      <td className="figures sticky left-40 z-10 h-10 border-r border-b border-line bg-canvas pr-3 text-right whitespace-nowrap group-hover:bg-sunken lg:left-52">
        <Share student={student} below={below} />
      </td>
      {classes.map((one, column) => {
        const cell = student.cells[column]
        const tone = cell?.status ? tones[cell.status] : null
        return (
          <td
            key={one.id}
            data-cell={`${student.id}/${one.id}`}
            tabIndex={column === focusColumn ? 0 : -1}
            aria-selected={column === chosenColumn}
            aria-label={cellInWords(cell)}
            className="h-10 cursor-default border-b border-line p-1 text-center focus-visible:-outline-offset-2 aria-selected:bg-accent-soft"
          >
            {cell ? (
              <span
                aria-hidden="true"
                className={`relative grid h-7 place-items-center rounded-sm font-semibold ${tone ? colours[tone] : 'text-muted'}`}
              >
                {cell.status ? letters[cell.status] : '·'}
                {cell.marked ? <span className="absolute top-0.5 right-0.5 size-1 rounded-full bg-current" /> : null}
              </span>
            ) : null}
          </td>
        )
      })}
    </tr>
  )
})

function cellInWords(cell: AttendanceStudent['cells'][number] | undefined): string {
  if (!cell) return 'Not in the batch then'
  const status = cell.status ? attendanceStatusNames[cell.status] : 'Not over yet'
  return cell.marked ? `${status}, marked` : status
}

/** The percentage, and what it is of. One below the threshold stands out in words too. */
export function Share({ student: { percent, attended, of }, below }: { student: AttendanceStudent; below: number }) {
  if (percent === null) return <span className="text-muted">–</span>
  const isLow = percent < below
  return (
    <span title={`${attended} of ${of} classes`} className={isLow ? 'font-semibold text-bad' : 'text-ink'}>
      {isLow ? <span aria-hidden="true">↓ </span> : null}
      {percent} %{isLow ? <span className="sr-only"> below the threshold</span> : null}
    </span>
  )
}

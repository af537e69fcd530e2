import {
  columnVisibilityFeature,
  type ColumnDef,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { Skeleton } from '#ui/skeleton.tsx'
import { Checkbox } from '#console/kit/parts/checkbox.tsx'
import { openRow } from '#console/kit/parts/open-row.ts'
import { fittingColumns } from './fitting-columns.ts'
import { type ColumnLayout, labelOf, type RecordOf, type Resource, type Screen, type ScreenOf } from './screen.ts'
import { useWindow } from './use-window.ts'
import { Value } from './value.tsx'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
/** Pixels. */
export const rowHeight = 40
const selectionWidth = 40
/** Rows before the end of what is loaded at which the next page is read. */
const readAhead = 10

interface Props<R extends Resource> {
  screen: ScreenOf<R>
  records: RecordOf<R>[]
  /** The total of the filter, of which some rows may not be loaded yet; undefined when it is not known. */
  total: number | undefined
  isLoading: boolean
  isLoadingMore: boolean
  onEnd: () => void
  hiddenColumns: readonly string[]
  /** Pixels beside a panel, for which the last columns give way; null where the table scrolls instead. */
  room: number | null
  sort: string
  onSort: (sort: string) => void
  selection: RowSelectionState
  /** Undefined where nothing can be done with several records at once. */
  onSelection: ((selection: RowSelectionState) => void) | undefined
  /** The path of a record's panel. */
  pathOf: (record: RecordOf<R>) => string
  openId: number | null
  scroller: RefObject<HTMLDivElement | null>
}

function columnsOf<R extends Resource>(screen: ScreenOf<R>): ColumnDef<typeof features, RecordOf<R>>[] {
  return screen.columns.map(({ name, show }) => ({
    id: name,
    accessorFn: (record) => record[name],
    header: labelOf(screen, name),
    cell: ({ row }) => (show ? show(row.original) : <Value value={row.original[name]} />),
  }))
}

/** The rows of a resource: sticky header and first column, sorting, selection, and rows drawn only where they are seen. */
export function ResourceTable<R extends Resource>(props: Props<R>) {
  const { screen, records, total, isLoading, isLoadingMore, onEnd, hiddenColumns, selection, onSelection, pathOf, openId } = props
  const { room, sort, onSort } = props
  const columns = useMemo(() => columnsOf(screen), [screen])
  const columnVisibility = useMemo(() => {
    const chosen = screen.columns.filter(({ name }) => !hiddenColumns.includes(name))
    const shown = room === null ? chosen : fittingColumns(chosen, onSelection ? room - selectionWidth : room)
    return Object.fromEntries(screen.columns.map((column) => [column.name, shown.includes(column)]))
  }, [screen, hiddenColumns, room, onSelection])
  const table = useTable({
    features,
    columns,
    data: records,
    getRowId: (record) => String(record.id),
    state: { columnVisibility, rowSelection: selection },
    onRowSelectionChange: (next) => onSelection?.(typeof next === 'function' ? next(selection) : next),
  })
  const { rows } = table.getRowModel()
  const { first, end, above, below } = useWindow(props.scroller, { count: rows.length, rowHeight })
  useEffect(() => {
    if (rows.length > 0 && end >= rows.length - readAhead) onEnd()
  }, [end, rows.length, onEnd])

  const visible = table.getVisibleLeafColumns().map(({ id }) => id)
  const settings = new Map(screen.columns.map((column) => [column.name, column]))
  const width = visible.length + (onSelection ? 1 : 0)
  return (
    <table
      aria-label={screen.title}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={isLoading}
      className={`w-full border-separate border-spacing-0 text-sm ${room === null ? '' : 'table-fixed'}`}
    >
      <thead className="sticky top-0 z-20">
        <tr aria-rowindex={1}>
          {onSelection ? (
            <th scope="col" className={`${headClass} sticky left-0 z-10 w-10 min-w-10 pr-0 pl-4`}>
              <Checkbox
                label="Select all loaded rows"
                checked={rows.length > 0 && table.getIsAllRowsSelected()}
                indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                onChange={(on) => table.toggleAllRowsSelected(on)}
              />
            </th>
          ) : null}
          {visible.map((name, index) => (
            <Heading
              key={name}
              screen={screen}
              sort={sort}
              onSort={onSort}
              column={settings.get(name) ?? { name }}
              isFirst={index === 0}
              after={Boolean(onSelection)}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {above > 0 ? <tr aria-hidden="true" style={{ height: above }} /> : null}
        {rows.slice(first, end).map((row, place) => {
          const index = first + place
          const isOpen = row.original.id === openId
          const tone = isOpen
            ? 'bg-accent-soft forced-colors:border-y-3'
            : row.getIsSelected()
              ? 'bg-sunken'
              : 'bg-canvas group-hover:bg-sunken'
          return (
            <tr
              key={row.id}
              aria-rowindex={index + 2}
              aria-selected={onSelection ? row.getIsSelected() : undefined}
              className="group cursor-pointer"
              onClick={openRow}
            >
              {onSelection ? (
                <td className={`${cellClass} ${tone} sticky left-0 z-10 w-10 min-w-10 pr-0 pl-4`}>
                  <Checkbox
                    label={`Select ${screen.nameOf(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={(on) => row.toggleSelected(on)}
                  />
                </td>
              ) : null}
              {row.getVisibleCells().map((cell, order) => {
                const column = settings.get(cell.column.id)
                const content = <table.FlexRender cell={cell} />
                return order === 0 ? (
                  <th
                    key={cell.id}
                    scope="row"
                    className={`${cellClass} ${tone} sticky z-10 max-w-80 min-w-44 text-left font-semibold ${onSelection ? 'left-10' : 'left-0 pl-4'}`}
                  >
                    <Link
                      to={pathOf(row.original)}
                      data-row={index}
                      aria-current={isOpen ? 'true' : undefined}
                      className="block truncate py-2.5 -outline-offset-2 hover:text-accent [&_*]:whitespace-nowrap"
                    >
                      {content}
                    </Link>
                  </th>
                ) : (
                  <td
                    key={cell.id}
                    className={`${cellClass} ${tone} max-w-96 last:pr-4 ${column?.align === 'right' ? 'figures text-right' : ''}`}
                  >
                    <div className="truncate [&_*]:whitespace-nowrap">{content}</div>
                  </td>
                )
              })}
            </tr>
          )
        })}
        {below > 0 ? <tr aria-hidden="true" style={{ height: below }} /> : null}
        {isLoading || isLoadingMore ? <SkeletonRows count={isLoading ? 12 : 2} columns={width} /> : null}
      </tbody>
    </table>
  )
}

const headClass = 'h-9 border-b border-line bg-canvas px-3 last:pr-4 text-left text-xs font-semibold text-muted whitespace-nowrap'
const cellClass = 'h-10 border-b border-line px-3'

interface HeadingProps {
  screen: Screen
  sort: string
  onSort: (sort: string) => void
  column: ColumnLayout
  isFirst: boolean
  after: boolean
}

function Heading({ screen, column, isFirst, after, sort, onSort }: HeadingProps) {
  const label = labelOf(screen, column.name)
  const place = isFirst ? `sticky z-10 ${after ? 'left-10' : 'left-0 pl-4'}` : ''
  const end = column.align === 'right' ? 'text-right' : ''
  if (!screen.resource.sort.includes(column.name)) {
    return (
      <th scope="col" className={`${headClass} ${place} ${end}`} style={{ width: column.width }}>
        {label}
      </th>
    )
  }
  const isDown = sort === `-${column.name}`
  const isSorted = isDown || sort === column.name
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
      className={`${headClass} ${place} ${end}`}
      style={{ width: column.width }}
    >
      <button
        type="button"
        onClick={() => onSort(sort === column.name ? `-${column.name}` : column.name)}
        className={`group/sort inline-flex min-h-6 items-center gap-1 hover:text-ink ${column.align === 'right' ? 'flex-row-reverse' : ''}`}
      >
        {label}
        <Arrow
          aria-hidden="true"
          className={`size-3.5 ${isSorted ? 'text-ink' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'}`}
        />
      </button>
    </th>
  )
}

function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_cell, column) => (
        <td key={column} className={cellClass}>
          <Skeleton className={`h-3 ${column === 0 ? 'w-4' : ['w-40', 'w-24', 'w-32'][(row + column) % 3]}`} />
        </td>
      ))}
    </tr>
  ))
}

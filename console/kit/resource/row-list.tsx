import { Fragment } from 'react'
import { Link } from 'react-router'
import { Skeleton } from '#ui/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { labelOf, type RecordOf, type Resource, type ScreenOf } from './screen.ts'
import { Value } from './value.tsx'

interface Props<R extends Resource> {
  screen: ScreenOf<R>
  records: RecordOf<R>[]
  isLoading: boolean
  isLoadingMore: boolean
  hasMore: boolean
  onMore: () => void
  hiddenColumns: readonly string[]
  openId: number | null
  pathOf: (record: RecordOf<R>) => string
}

/** The rows where a table has no room, as on a phone: the name, and a second line with the columns that are chosen. */
export function RowList<R extends Resource>(props: Props<R>) {
  const { screen, records, isLoading, isLoadingMore, hasMore, onMore, hiddenColumns, openId, pathOf } = props
  const columns = screen.columns.slice(1).filter(({ name }) => !hiddenColumns.includes(name))
  const atEnd = columns.filter((column) => column.atEnd)
  const inLine = columns.filter((column) => !column.atEnd)
  return (
    <>
      <ul aria-label={screen.title} aria-busy={isLoading} className="divide-y divide-line">
        {records.map((record, index) => (
          <li key={record.id}>
            <Link
              to={pathOf(record)}
              data-row={index}
              aria-current={record.id === openId ? 'true' : undefined}
              className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-0.5 px-4 py-3 -outline-offset-2 hover:bg-sunken active:bg-sunken aria-[current]:bg-accent-soft"
            >
              <span className="col-span-2 truncate text-base font-semibold">
                {screen.columns[0]?.show?.(record) ?? screen.nameOf(record)}
              </span>
              {screen.line ? (
                <span className={`min-w-0 truncate text-muted ${atEnd.length > 0 ? '' : 'col-span-2'}`}>
                  {screen.line(record)}
                </span>
              ) : (
                <span
                  className={`truncate text-muted ${atEnd.length > 0 ? '' : 'col-span-2'} [&_*]:inline [&_*]:whitespace-nowrap`}
                >
                  {inLine
                    .filter(({ name }) => record[name] !== false && record[name] !== null && record[name] !== '')
                    .map(({ name, show }, index) => (
                      <span key={name}>
                        {index > 0 ? ' · ' : ''}
                        {record[name] === true ? labelOf(screen, name) : show ? show(record) : <Value value={record[name]} />}
                      </span>
                    ))}
                </span>
              )}
              {atEnd.length > 0 ? (
                <span className="flex items-center gap-1.5 self-center">
                  {atEnd.map(({ name, show }) => (
                    <Fragment key={name}>{show?.(record)}</Fragment>
                  ))}
                </span>
              ) : null}
            </Link>
          </li>
        ))}
        {isLoading || isLoadingMore
          ? Array.from({ length: isLoading ? 8 : 1 }, (_, index) => (
              <li key={index} aria-hidden="true" className="grid min-h-16 content-center gap-2 px-4 py-3">
                <Skeleton className="h-4 w-40" />
                <Skeleton className="h-3 w-56" />
              </li>
            ))
          : null}
      </ul>
      {hasMore && !isLoadingMore ? (
        <div className="p-4">
          <Button className="w-full" onClick={onMore}>
            Load more
          </Button>
        </div>
      ) : null}
    </>
  )
}

import { Fragment, type ReactNode } from 'react'

interface Column<Row> {
  title: string
  /** Classes of the heading, for its width. */
  width?: string
  /** Classes of the cell. */
  className?: string
  show: (row: Row) => ReactNode
}

interface Props<Row> {
  label: string
  rows: readonly Row[]
  /** The first is the row's heading. */
  columns: readonly Column<Row>[]
  /** What stands below a row, over its whole width. */
  detailsOf?: (row: Row) => ReactNode
}

/** Lines of a file with what each does. On a phone each line stands on its own. */
export function LineTable<Row extends { line: number }>({ label, rows, columns, detailsOf }: Props<Row>) {
  const [heading, ...others] = columns
  return (
    <table aria-label={label} className="mt-1 w-full table-fixed text-left max-md:block">
      <thead className="text-xs text-muted max-md:hidden">
        <tr>
          <th scope="col" className="w-12 py-2 pr-3 text-right font-semibold">
            Line
          </th>
          {columns.map(({ title, width = '' }) => (
            <th key={title} scope="col" className={`py-2 pr-3 font-semibold last:pr-0 ${width}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => {
          const details = detailsOf?.(row) ?? null
          return (
            <Fragment key={row.line}>
              <tr className="border-t border-line align-top max-md:grid max-md:gap-x-3 max-md:gap-y-0.5 max-md:py-2 max-md:first:border-t-0">
                <td className="figures py-2 pr-3 text-right text-muted max-md:p-0 max-md:text-left max-md:text-xs">
                  <span className="md:hidden">Line </span>
                  {row.line}
                </td>
                <th scope="row" className="py-2 pr-3 font-semibold break-words max-md:p-0">
                  {heading?.show(row)}
                </th>
                {others.map(({ title, className = '', show }) => (
                  <td key={title} className={`py-2 pr-3 last:pr-0 max-md:p-0 max-md:last:pt-1 ${className}`}>
                    {show(row)}
                  </td>
                ))}
              </tr>
              {details === null ? null : (
                <tr className="max-md:block">
                  <td colSpan={columns.length + 1} className="pb-3 max-md:block md:pl-12">
                    {details}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

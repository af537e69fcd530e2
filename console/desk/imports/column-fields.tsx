import { useId } from 'react'
import { type ImportColumn, type ImportColumns, importColumns, isPaymentColumn } from '#contract/desk/staff/imports.ts'
import { lowInputClass } from '#ui/field.tsx'
import { columnLabels } from './column-labels.ts'

interface Props {
  found: ImportColumns
  columnOf: (heading: string) => ImportColumn | null
  choose: (heading: string, column: ImportColumn | null) => void
  /** Whether the columns of payments can be chosen. */
  isPaid: boolean
}

/** What each column of the file is, with two of its values. */
export function ColumnFields({ found, columnOf, choose, isPaid }: Props) {
  const id = useId()
  const uses = (column: ImportColumn) => found.columns.filter(({ heading }) => columnOf(heading) === column)
  const twice = importColumns.filter((column) => uses(column).length > 1)
  const lacks = [
    ...(uses('name').length + uses('first_name').length === 0 ? ['the name'] : []),
    ...(uses('email').length === 0 ? ['the e-mail address'] : []),
  ]
  return (
    <div className="grid gap-3">
      <ul aria-label="Columns of the file" className="rounded-md border border-line">
        {found.columns.map(({ heading, samples }, index) => {
          const column = columnOf(heading)
          const isTwice = column !== null && twice.includes(column)
          return (
            <li
              key={heading}
              className={`grid items-center gap-x-4 gap-y-1.5 border-t border-line px-3 py-2.5 first:border-t-0 @sm/fields:grid-cols-[minmax(0,1fr)_11rem] ${column === null ? 'bg-sand' : ''}`}
            >
              <label htmlFor={`${id}-${index}`} className="min-w-0">
                <span className="block font-semibold break-words">{heading}</span>
                <span className="block truncate text-sm text-muted">{samples.join(' · ') || 'empty'}</span>
              </label>
              <select
                id={`${id}-${index}`}
                value={column ?? ''}
                aria-invalid={isTwice || undefined}
                onChange={({ target }) => choose(heading, importColumns.find((one) => one === target.value) ?? null)}
                className={`${lowInputClass} ${column === null ? 'text-muted' : 'font-semibold'}`}
              >
                <option value="">Not imported</option>
                {importColumns
                  .filter((one) => isPaid || !isPaymentColumn(one))
                  .map((one) => (
                    <option key={one} value={one}>
                      {columnLabels[one]}
                    </option>
                  ))}
              </select>
            </li>
          )
        })}
      </ul>
      <div role="status" className="empty:hidden">
        {lacks.length > 0 ? <p className="text-bad">Please choose which column is {lacks.join(', and which is ')}.</p> : null}
        {twice.map((column) => (
          <p key={column} className="text-bad">
            Two columns are “{columnLabels[column]}”. Please choose one of them.
          </p>
        ))}
      </div>
    </div>
  )
}

import { useId } from 'react'
import { lowInputClass } from '#ui/field.tsx'
import type { Columns, FoundColumns } from './use-columns.ts'

interface Props<Column extends string> extends Pick<Columns<Column>, 'columnOf' | 'choose'> {
  found: FoundColumns<Column>
  /** What a column can be. */
  labels: Readonly<Partial<Record<Column, string>>>
  /** Columns that the file needs, one of each group, with what a person calls them. */
  needed: readonly { anyOf: readonly Column[]; text: string }[]
}

/** What each column of the file is, with two of its values. */
export function ColumnFields<Column extends string>({ found, columnOf, choose, labels, needed }: Props<Column>) {
  const id = useId()
  const columns = Object.keys(labels) as Column[]
  const uses = (column: Column) => found.columns.filter(({ heading }) => columnOf(heading) === column)
  const twice = columns.filter((column) => uses(column).length > 1)
  const lacks = needed.filter(({ anyOf }) => anyOf.every((column) => uses(column).length === 0)).map(({ text }) => text)
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
                onChange={({ target }) => choose(heading, columns.find((one) => one === target.value) ?? null)}
                className={`${lowInputClass} ${column === null ? 'text-muted' : 'font-semibold'}`}
              >
                <option value="">Not imported</option>
                {columns.map((one) => (
                  <option key={one} value={one}>
                    {labels[one]}
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
            Two columns are “{labels[column]}”. Please choose one of them.
          </p>
        ))}
      </div>
    </div>
  )
}

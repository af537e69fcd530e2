import type { ReactNode } from 'react'
import { Value } from './value.tsx'

interface Change {
  name: string
  label: string
  before: unknown
  after: unknown
}

/** Changed fields with their values before and after, side by side. */
export function Diff({
  changes,
  show,
}: {
  changes: readonly Change[]
  show?: Readonly<Record<string, (value: unknown) => ReactNode>>
}) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm max-sm:block">
      <thead className="max-sm:block">
        <tr className="text-left text-xs text-muted max-sm:grid max-sm:grid-cols-2">
          <th scope="col" className="w-1/4 border-b border-line py-1.5 pr-2 font-semibold max-sm:sr-only">
            Field
          </th>
          <th scope="col" className="border-b border-line p-1.5 font-semibold max-sm:px-0">
            Before
          </th>
          <th scope="col" className="border-b border-line p-1.5 font-semibold max-sm:px-0">
            After
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map(({ name, label, before, after }) => (
          <tr key={name} className="align-top max-sm:grid max-sm:grid-cols-2">
            <th
              scope="row"
              className="border-b border-line py-2 pr-2 text-left font-semibold break-words max-sm:col-span-2 max-sm:border-b-0 max-sm:pb-0"
            >
              {label}
            </th>
            {Object.entries({ before, after }).map(([time, value]) => (
              <td key={time} className="min-w-0 border-b border-line px-1.5 py-2 break-words max-sm:px-0 max-sm:pr-3">
                {show?.[name]?.(value) ?? <Value value={value} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

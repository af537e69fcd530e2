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
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="w-1/4 border-b border-line py-1.5 pr-2 font-semibold">
            Field
          </th>
          <th scope="col" className="border-b border-line p-1.5 font-semibold">
            Before
          </th>
          <th scope="col" className="border-b border-line p-1.5 font-semibold">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, label, before, after }) => (
          <tr key={name} className="align-top">
            <th scope="row" className="border-b border-line py-2 pr-2 text-left font-semibold break-words">
              {label}
            </th>
            {Object.entries({ before, after }).map(([time, value]) => (
              <td key={time} className="border-b border-line px-1.5 py-2 break-words">
                {show?.[name]?.(value) ?? <Value value={value} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

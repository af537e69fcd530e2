import type { ReactNode } from 'react'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { YesNo } from '#console/kit/parts/badge.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Shows any value of a record: text, number, yes or no, a list, an object of fields. */
export function Value({ value }: { value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="text-muted">Empty</span>
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value === 'number') return <span className="figures">{value.toLocaleString('en-IN')}</span>
  if (typeof value === 'string' && isInstant.test(value)) return formatMoment(value)
  if (typeof value === 'string') return <span className="whitespace-pre-line">{shownAddresses(value)}</span>
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="text-muted">Empty</span>
    return (
      <ul className="grid gap-1">
        {Object.entries(value).map(([place, item]: [string, unknown]) => (
          <li key={place} className="border-l-2 border-line pl-2">
            <Value value={item} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className="grid gap-1">
      {Object.entries(value).map(([name, item]: [string, unknown]) => (
        <div key={name} className="flex gap-2">
          <dt className="text-muted">{name.replaceAll('_', ' ')}</dt>
          <dd className="min-w-0">
            <Value value={item} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether two values of a field are the same, also inside lists and objects. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [left, right] = [Object.entries(one), Object.entries(other)]
  return (
    left.length === right.length &&
    left.every(([name, value]) => name in other && isSame(value, other[name as keyof typeof other]))
  )
}

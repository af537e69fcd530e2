import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Diff } from '#console/kit/resource/diff.tsx'
import { Value } from '#console/kit/resource/value.tsx'
import { changedFields, type RecordChange } from './describe-entry.ts'
import { masked } from './values.ts'

/** Each changed field of a record in words, and what the log stores of it on demand. */
export function EntryChanges({ entry }: { entry: RecordChange }) {
  const fields = changedFields(entry)
  const shown = Object.fromEntries(fields.map(({ name }) => [name, showMasked]))
  return (
    <div className="grid gap-4">
      {entry.operation === 'update' ? (
        <Diff changes={fields} show={shown} />
      ) : (
        <dl className="grid gap-x-4 text-sm sm:grid-cols-[minmax(7rem,1fr)_3fr]">
          {fields.map(({ name, label, before, after }) => (
            <div key={name} className="grid border-b border-line py-2 sm:col-span-2 sm:grid-cols-subgrid">
              <dt className="font-semibold break-words max-sm:text-xs max-sm:text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{showMasked(after ?? before) ?? <Value value={after ?? before} />}</dd>
            </div>
          ))}
        </dl>
      )}
      <Raw entry={entry} />
    </div>
  )
}

const showMasked = (value: unknown): ReactNode =>
  value === masked ? <span className="text-muted">Personal, not stored</span> : null

/** The columns and values as the log stores them. */
function Raw({ entry: { stored } }: { entry: RecordChange }) {
  return (
    <details className="group/raw text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 text-muted hover:text-ink touch:min-h-11">
        <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 group-open/raw:rotate-90" />
        As it is stored
      </summary>
      <pre className="mt-2 rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {stored
          .map(
            ({ subject, subject_id: id, operation, changes }) =>
              `${operation} ${subject} ${id}\n${JSON.stringify(changes, null, 2)}`,
          )
          .join('\n\n')}
      </pre>
    </details>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { inputClass } from '#ui/field.tsx'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import type { Referable } from '#console/kit/fields/reference-field.tsx'

/** The records that a filter offers, found by typing. */
export function ReferenceChoice({ to, label, onChoose }: { to: Referable; label: string; onChoose: (id: number) => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({ queryKey: [to.key, 'find', q], queryFn: () => to.find(call, q), staleTime: 30_000 })
  return (
    <div className="grid gap-2">
      <input
        type="search"
        aria-label={`Find ${label.toLowerCase()}`}
        placeholder="Type to find"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        className={inputClass}
      />
      <p role="status" className="text-muted empty:hidden">
        {found.isPending
          ? 'Searching…'
          : found.isError
            ? errorText(found.error)
            : found.data.length === 0
              ? 'Nothing was found.'
              : ''}
      </p>
      <div className="grid max-h-64 gap-0.5 overflow-y-auto">
        {found.data?.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            onClick={() => onChoose(id)}
            className="min-h-8 truncate rounded-sm px-2 text-left hover:bg-sunken touch:min-h-11"
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What people call the record that a filter names. */
export function ReferenceName({ to, id }: { to: Referable; id: number }) {
  const { data } = useQuery({
    queryKey: [to.key, 'reference', id],
    queryFn: () => to.read(call, id),
    staleTime: 60_000,
  })
  return data?.name ?? `Number ${id}`
}

import { Combobox } from '@base-ui/react/combobox'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { describedBy, Frame, inputClass, tallBoxClass } from '#ui/field.tsx'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { itemClass, popupClass } from '#console/kit/parts/menu.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

/** A record of another resource, as the field needs it: its list, its single record, and what people call it. */
export interface Referable {
  key: string
  find: (ask: typeof call, q: string) => Promise<Found[]>
  read: (ask: typeof call, id: number) => Promise<Found>
}

export interface Found {
  id: number
  name: string
  /** A second line that tells records of one name apart. */
  note?: string
}

interface Props<Values extends FieldValues> extends Common<Values> {
  to: Referable
}

/** Another record, found by typing. The field keeps its id. */
export function ReferenceField<Values extends FieldValues = never>({ to, ...common }: Props<Values>) {
  const { value, set, ...field } = useField<number | null>(common.name)
  const [chosen] = useChosen(to, value === null || value === undefined ? [] : [value])
  return (
    <Picker
      {...common}
      {...field}
      to={to}
      multiple={false}
      chosen={chosen ?? null}
      onChange={(found) => set(Array.isArray(found) ? (found[0]?.id ?? null) : (found?.id ?? null))}
    />
  )
}

/** Other records, found by typing. The field keeps their ids. */
export function ReferencesField<Values extends FieldValues = never>({ to, ...common }: Props<Values>) {
  const { value, set, ...field } = useField<number[] | null>(common.name)
  return (
    <Picker
      {...common}
      {...field}
      to={to}
      multiple
      chosen={useChosen(to, value ?? [])}
      onChange={(found) => set(Array.isArray(found) ? found.map(({ id }) => id) : found ? [found.id] : [])}
    />
  )
}

/** The records behind the ids. An id stands for itself until its record is read. */
function useChosen(to: Referable, ids: readonly number[]): Found[] {
  return useQueries({
    queries: ids.map((id) => ({ queryKey: [to.key, 'reference', id], queryFn: () => to.read(call, id), staleTime: 60_000 })),
    combine: (answers) => answers.map(({ data }, index) => data ?? { id: ids[index] ?? 0, name: `Number ${ids[index] ?? ''}` }),
  })
}

interface PickerProps extends Common<Record<string, unknown>> {
  to: Referable
  id: string
  error: string | undefined
  ref: (element: HTMLElement | null) => void
  onBlur: () => void
  multiple: boolean
  chosen: Found | Found[] | null
  onChange: (found: Found | Found[] | null) => void
}

function Picker({ to, id, error, ref, onBlur, multiple, chosen, onChange, hint, required = false, ...common }: PickerProps) {
  const label = useLabel(common)
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({ queryKey: [to.key, 'find', q], queryFn: () => to.find(call, q), staleTime: 30_000 })
  const items = found.data ?? []
  return (
    <Frame id={id} label={label} hint={hint} error={error} optional={!required}>
      <Combobox.Root<Found, boolean>
        items={items}
        // The server has filtered already.
        filter={null}
        multiple={multiple}
        value={chosen}
        onValueChange={onChange}
        onInputValueChange={setTyped}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.id === other.id}
        autoHighlight
      >
        {multiple && Array.isArray(chosen) ? (
          <Combobox.Chips className={`${tallBoxClass} flex flex-wrap gap-1 p-1`}>
            {chosen.map((one) => (
              <Combobox.Chip
                key={one.id}
                aria-label={one.name}
                className="flex items-center gap-1 rounded-sm bg-sunken py-0.5 pl-2"
              >
                {one.name}
                <Combobox.ChipRemove
                  aria-label={`Remove ${one.name}`}
                  className="grid size-6 place-items-center text-muted hover:text-ink"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              ref={ref}
              id={id}
              {...describedBy(id, error, hint)}
              onBlur={onBlur}
              className="min-w-24 flex-1 bg-transparent px-1.5 outline-none"
            />
          </Combobox.Chips>
        ) : (
          <span className="relative block">
            <Combobox.Input
              ref={ref}
              id={id}
              {...describedBy(id, error, hint)}
              onBlur={onBlur}
              placeholder="Type to find"
              className={`${inputClass} pr-9`}
            />
            {required ? null : (
              <Combobox.Clear
                aria-label={`Clear ${label}`}
                className="absolute inset-y-0 right-1 grid w-8 place-items-center text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </Combobox.Clear>
            )}
          </span>
        )}
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50">
            <Combobox.Popup className={`${popupClass} w-[var(--anchor-width)]`}>
              <Combobox.Status className="px-2 py-1.5 text-muted empty:hidden">
                {found.isPending
                  ? 'Searching…'
                  : found.isError
                    ? errorText(found.error)
                    : items.length === 0
                      ? 'Nothing was found.'
                      : null}
              </Combobox.Status>
              <Combobox.List>
                {(item: Found) => (
                  <Combobox.Item key={item.id} value={item} className={itemClass}>
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{item.name}</span>
                      {item.note ? <span className="block truncate text-xs text-muted">{item.note}</span> : null}
                    </span>
                    <Combobox.ItemIndicator>
                      <Check aria-hidden="true" className="size-4 text-accent" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Frame>
  )
}

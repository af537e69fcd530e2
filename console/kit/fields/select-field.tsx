import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { describedBy, Frame, inputClass } from '#ui/field.tsx'
import { itemClass, popupClass } from '#console/kit/parts/menu.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

interface Option {
  value: string
  label: string
}

interface Props<Values extends FieldValues> extends Common<Values> {
  options: readonly Option[]
  placeholder?: string
  /** What an empty field says. */
  none?: string
}

/** One of a few values. A field that is not required can be emptied. */
export function SelectField<Values extends FieldValues = never>(props: Props<Values>) {
  const { name, label, hint, required = false, options, placeholder = 'Choose', none = 'None' } = props
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  const items = required ? options : [{ value: null, label: none }, ...options]
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional={!required}>
      <Select.Root
        items={items}
        value={value ?? null}
        onValueChange={(next) => set(next)}
        onOpenChange={(open) => (open ? undefined : onBlur())}
      >
        <Select.Trigger
          ref={ref}
          id={id}
          {...describedBy(id, error, hint)}
          className={`${inputClass} flex items-center justify-between gap-2 text-left`}
        >
          <Select.Value className="truncate data-placeholder:text-muted" placeholder={placeholder} />
          <Select.Icon>
            <ChevronsUpDown aria-hidden="true" className="size-4 text-muted" />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50">
            <Select.Popup className={`${popupClass} w-[var(--anchor-width)]`}>
              {items.map((item) => (
                <Select.Item key={item.value ?? ''} value={item.value} className={itemClass}>
                  <Select.ItemText className="flex-1">{item.label}</Select.ItemText>
                  <Select.ItemIndicator>
                    <Check aria-hidden="true" className="size-4 text-accent" />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </Frame>
  )
}

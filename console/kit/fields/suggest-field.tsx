import { Autocomplete } from '@base-ui/react/autocomplete'
import type { FieldValues } from 'react-hook-form'
import { describedBy, Frame, inputClass } from '#ui/field.tsx'
import { itemClass, popupClass } from '#console/kit/parts/menu.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

interface Props<Values extends FieldValues> extends Common<Values> {
  suggestions: readonly string[]
  maxLength?: number
}

/** One line of text with suggestions. Any other text is as good. */
export function SuggestField<Values extends FieldValues = never>(props: Props<Values>) {
  const { name, label, hint, required = false, suggestions, maxLength } = props
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional={!required}>
      <Autocomplete.Root items={suggestions} value={value ?? ''} onValueChange={set} openOnInputClick>
        <Autocomplete.Input
          {...describedBy(id, error, hint)}
          ref={ref}
          id={id}
          required={required}
          {...(maxLength === undefined ? {} : { maxLength })}
          onBlur={onBlur}
          className={inputClass}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className="z-50">
            <Autocomplete.Popup className={`${popupClass} w-[var(--anchor-width)] data-empty:hidden`}>
              <Autocomplete.List>
                {(item: string) => (
                  <Autocomplete.Item key={item} value={item} className={itemClass}>
                    {item}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </Frame>
  )
}

import type { FieldValues } from 'react-hook-form'
import { describedBy, Frame, inputClass } from '#ui/field.tsx'
import { type Common, useLabel } from '#console/kit/fields/frame.tsx'
import { useField } from '#console/kit/fields/use-field.ts'

/** The product's own colour, which the picker begins with. */
const productColour = '#0f5c5c'
const isColour = (text: string | null): text is string => /^#[\da-f]{6}$/i.test(text ?? '')

/** A colour, typed or picked. Null is the product's own. */
export function ColourField<Values extends FieldValues = never>({ name, label, hint }: Common<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional>
      <span className="flex max-w-60 gap-2">
        <input
          type="color"
          aria-label={`Pick: ${shown}`}
          value={isColour(value) ? value.toLowerCase() : productColour}
          onChange={(event) => set(event.target.value)}
          className="h-(--field) w-12 shrink-0 cursor-pointer rounded-md border border-edge bg-surface p-1"
        />
        <input
          {...describedBy(id, error, hint)}
          ref={ref}
          id={id}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={7}
          placeholder={productColour}
          value={value ?? ''}
          onChange={(event) => set(event.target.value.trim() || null)}
          onBlur={onBlur}
          className={`figures ${inputClass}`}
        />
      </span>
    </Frame>
  )
}

import type { ComponentProps } from 'react'
import { Field } from '#ui/field.tsx'

/** A code of six digits. */
export function DigitsField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  return (
    <Field
      {...props}
      type="text"
      inputMode="numeric"
      maxLength={7}
      spellCheck={false}
      className="figures text-base tracking-[0.25em]"
    />
  )
}

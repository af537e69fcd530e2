import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { describedBy, Frame, inputClass, type Labelled } from './field.tsx'

const besideClass = 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 *:[p]:col-span-2'

/** A select with its label, hint and error, linked for assistive technology. `inline` puts the label beside it, and the hint below both. */
export function SelectField({
  label,
  error,
  hint,
  inline = false,
  children,
  ...select
}: Labelled & { inline?: boolean } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error} className={inline ? besideClass : undefined}>
      <span className="relative block">
        <select {...select} {...describedBy(id, error, hint)} id={id} className={`${inputClass} appearance-none truncate pr-10`}>
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
        />
      </span>
    </Frame>
  )
}

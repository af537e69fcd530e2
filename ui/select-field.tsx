import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { Below, box, described, type Labelled } from './field.tsx'

/** A select with its label, hint and error, linked for assistive technology. `inline` puts the label beside it. */
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
    <div className={inline ? 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4' : undefined}>
      <label htmlFor={id} className={`block text-sm font-semibold ${inline ? '' : 'mb-1.5'}`}>
        {label}
      </label>
      <span className="relative block">
        <select
          {...select}
          {...described(id, error, hint)}
          id={id}
          className={`${box} appearance-none truncate pr-10 ${inline ? 'min-h-11' : 'min-h-12'}`}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
        />
      </span>
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

import { type ComponentProps, useId } from 'react'
import { Below, box, described, type Labelled } from './field.tsx'

/** A select with its label, hint and error, linked for assistive technology. */
export function SelectField({ label, error, hint, children, ...select }: Labelled & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select {...select} {...described(id, error, hint)} id={id} className={`${box} min-h-12 truncate`}>
        {children}
      </select>
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

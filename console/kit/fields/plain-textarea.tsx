import { type ComponentProps, type ReactNode, useId } from 'react'
import { Below, boxClass, describedBy } from './frame.tsx'

interface Props extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** Several lines of text outside of a record's form. */
export function PlainTextarea({ label, hint, error, className = '', ...textarea }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        rows={3}
        {...textarea}
        {...describedBy(id, error, hint)}
        id={id}
        className={`${boxClass} h-auto field-sizing-content max-h-72 min-h-20 py-2 touch:h-auto ${className}`}
      />
      <Below id={id} hint={hint} error={error} />
    </div>
  )
}

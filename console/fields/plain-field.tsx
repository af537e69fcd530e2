import { type ComponentProps, type ReactNode, useId } from 'react'
import { boxClass, describedBy } from './frame.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A field outside of a record's form. */
export function PlainField({ label, hint, error, className = '', ...input }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input {...input} {...describedBy(id, error, hint)} id={id} className={`${boxClass} h-10 ${className}`} />
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="font-medium text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** A code of six digits. */
export function DigitsField(props: Omit<Props, 'type'>) {
  return (
    <PlainField
      {...props}
      type="text"
      inputMode="numeric"
      maxLength={7}
      spellCheck={false}
      className="figures text-base tracking-[0.25em]"
    />
  )
}

/** A failure that belongs to no single field. */
export function FormError({ children }: { children: ReactNode }) {
  return children ? (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
      {children}
    </p>
  ) : null
}

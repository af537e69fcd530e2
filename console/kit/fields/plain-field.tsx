import { type ComponentProps, type ReactNode, useId } from 'react'
import { boxClass, describedBy } from './frame.tsx'

interface FrameProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

interface Props extends Omit<ComponentProps<'input'>, 'id'>, FrameProps {}

/** A field outside of a record's form. */
export function PlainField({ label, hint, error, className = '', ...input }: Props) {
  const id = useId()
  return (
    <PlainFrame id={id} label={label} hint={hint} error={error}>
      <input {...input} {...describedBy(id, error, hint)} id={id} className={`${boxClass} h-10 ${className}`} />
    </PlainFrame>
  )
}

/** The label, the hint and the error of a field outside of a record's form. */
export function PlainFrame({ id, label, hint, error, children }: FrameProps & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label id={`${id}-label`} htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
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

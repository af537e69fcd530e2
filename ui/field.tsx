import { type ComponentProps, type ReactNode, useId } from 'react'

export interface Labelled {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

const boxClass =
  'w-full rounded-md border border-edge bg-surface px-(--field-padding) text-(length:--field-text) text-ink placeholder:text-muted aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad'

/** A control of one line. */
export const inputClass = `${boxClass} h-(--field)`
/** One beside buttons, as high as they are. */
export const lowInputClass = `${boxClass} h-(--control)`
/** A control that holds chips or several lines. */
export const tallBoxClass = `${boxClass} min-h-(--field)`
/** Several lines. The box grows with its text where the browser can do that, so its height is given as `min-h-…`. */
export const areaClass = `${boxClass} field-sizing-content max-h-96 py-2.5`

/** A text input with its label, hint and error, linked for assistive technology. */
export function Field({ label, error, hint, className = '', ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input {...input} {...describedBy(id, error, hint)} id={id} className={`${inputClass} ${className}`} />
    </Frame>
  )
}

/** Several lines of text. */
export function Textarea({
  label,
  error,
  hint,
  className = 'min-h-(--area)',
  ...textarea
}: Labelled & Omit<ComponentProps<'textarea'>, 'rows'>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea {...textarea} {...describedBy(id, error, hint)} id={id} className={`${areaClass} ${className}`} />
    </Frame>
  )
}

interface FrameProps extends Labelled {
  /** That of the control. */
  id: string
  optional?: boolean
  className?: string
  children: ReactNode
}

/** A label above its control, with hint and error below. */
export function Frame({ id, label, hint, error, optional, className = 'grid content-start gap-1.5', children }: FrameProps) {
  return (
    <div className={className}>
      <label id={`${id}-label`} htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional ? <span className="ml-1.5 text-xs font-normal text-muted">optional</span> : null}
      </label>
      {children}
      <Below id={id} hint={hint} error={error} />
    </div>
  )
}

export function describedBy(id: string, error: string | undefined, hint: ReactNode) {
  const by = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': by || undefined }
}

/** The hint and the error of a control. */
export function Below({ id, hint, error }: Pick<FrameProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      ) : null}
    </>
  )
}

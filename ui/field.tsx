import { type ComponentProps, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

export interface Labelled {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

export const box =
  'w-full rounded-md border border-edge bg-surface px-3.5 text-base text-ink placeholder:text-muted aria-[invalid=true]:border-bad aria-[invalid=true]:ring-1 aria-[invalid=true]:ring-bad'

/** A text input with its label, hint and error, linked for assistive technology. */
export function Field({ label, error, hint, className = '', ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input {...input} {...described(id, error, hint)} id={id} className={`${box} min-h-12 ${className}`} />
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

export function TextField({ label, error, hint, ...input }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <textarea rows={5} {...input} {...described(id, error, hint)} id={id} className={`${box} py-3`} />
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

export function described(id: string, error: string | undefined, hint: ReactNode) {
  const by = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': by || undefined }
}

export function Below({ id, error, hint }: { id: string; error: string | undefined; hint: ReactNode }) {
  return (
    <>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      ) : null}
    </>
  )
}

import { createContext, type ReactNode, useContext } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'

export const boxClass =
  'h-9 w-full rounded-md border border-edge bg-surface px-2.5 text-sm text-ink placeholder:text-muted aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad touch:h-11 touch:text-base'

/** The labels of the form's fields. */
export const Labels = createContext<Readonly<Record<string, string | undefined>>>({})

/** A field of a form, or of an item in it: `faqs.0.question`. */
export type FieldName<Values extends FieldValues> = string & FieldPath<Values>

/** `Values` are those of the form. Without them no name is a field. */
export interface Common<Values extends FieldValues> {
  name: NoInfer<FieldName<Values>>
  /** The screen's label by default. */
  label?: string
  hint?: ReactNode
  required?: boolean
}

export function useLabel({ name, label }: { name: string; label?: string }): string {
  const labels = useContext(Labels)
  return label ?? labels[name] ?? name
}

interface Props {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  children: ReactNode
}

export function describedBy(id: string, error: string | undefined, hint: ReactNode) {
  const by = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': by || undefined }
}

/** A label above its control, with hint and error below. */
export function Frame({ id, label, hint, error, required = false, children }: Props) {
  return (
    <div className="grid content-start gap-1.5">
      <label id={`${id}-label`} htmlFor={id} className="text-sm font-semibold">
        {label}
        {required ? null : <span className="ml-1.5 text-xs font-normal text-muted">optional</span>}
      </label>
      {children}
      <Below id={id} hint={hint} error={error} />
    </div>
  )
}

/** The same for a control of several parts, which a legend names. */
export function GroupFrame({ id, label, hint, error, children }: Omit<Props, 'required'>) {
  return (
    <fieldset id={id} tabIndex={-1} {...describedBy(id, error, hint)} className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {children}
      <Below id={id} hint={hint} error={error} />
    </fieldset>
  )
}

export function Below({ id, hint, error }: Pick<Props, 'id' | 'hint' | 'error'>) {
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

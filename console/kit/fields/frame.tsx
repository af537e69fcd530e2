import { createContext, type ReactNode, useContext } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Below, describedBy, type Labelled } from '#ui/field.tsx'

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

/** A frame for a control of several parts, which a legend names. */
export function GroupFrame({ id, label, hint, error, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <fieldset id={id} tabIndex={-1} {...describedBy(id, error, hint)} className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {children}
      <Below id={id} hint={hint} error={error} />
    </fieldset>
  )
}

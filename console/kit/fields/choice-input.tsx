import type { ReactNode } from 'react'
import { lowInputClass } from '#ui/field.tsx'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** The options. */
  children: ReactNode
}

/** A choice above a list or a chart. */
export function ChoiceInput({ label, value, onChange, children }: Props) {
  return (
    <span className="w-44">
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} className={lowInputClass}>
        {children}
      </select>
    </span>
  )
}

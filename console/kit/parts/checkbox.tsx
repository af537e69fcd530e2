import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'

interface Props {
  label: string
  checked: boolean
  indeterminate?: boolean
  onChange: (on: boolean) => void
}

/** A checkbox without a visible label, for a row of a table. */
export function Checkbox({ label, checked, indeterminate = false, onChange }: Props) {
  const Mark = indeterminate ? Minus : Check
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={onChange}
      className="relative grid size-4 shrink-0 place-items-center rounded-[3px] border border-edge bg-surface text-on-accent after:absolute after:-inset-2 data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent"
    >
      <Base.Indicator className="grid">
        <Mark aria-hidden="true" className="size-3" strokeWidth={3} />
      </Base.Indicator>
    </Base.Root>
  )
}

import { Search } from 'lucide-react'
import type { InputHTMLAttributes, Ref } from 'react'
import { lowInputClass } from '#ui/field.tsx'

interface Props extends Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder' | 'onKeyDown'> {
  /** What is searched, for those who do not see the sign. */
  label: string
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
  /** Its place and width. */
  className?: string
}

/** The field that searches a list. */
export function SearchInput({ label, placeholder = 'Search', value, onChange, className = '', ...rest }: Props) {
  return (
    <span className={`relative ${className}`}>
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted" />
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${lowInputClass} pl-8`}
      />
    </span>
  )
}

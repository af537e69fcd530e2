import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useWaitingNote } from './waiting.ts'

type Variant = 'primary' | 'secondary' | 'quiet'
type Size = 'md' | 'lg'

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-line disabled:text-muted',
  secondary: 'border border-edge bg-surface text-ink hover:border-ink disabled:border-line disabled:text-muted',
  quiet: 'text-accent hover:bg-accent-soft disabled:text-muted',
}
const sizes: Record<Size, string> = {
  md: 'min-h-11 px-4.5 text-sm',
  lg: 'min-h-13 px-6 text-base',
}

export function buttonClass(variant: Variant = 'primary', size: Size = 'md'): string {
  return `inline-flex items-center justify-center gap-2 rounded-md font-semibold transition-colors duration-150 forced-colors:border ${variants[variant]} ${sizes[size]}`
}

interface Shape {
  variant?: Variant
  size?: Size
  className?: string
}

interface Pending {
  /** Replaces the label and ignores further clicks. */
  pending?: string | false | undefined
  children: ReactNode
}

/** A button without a look of its own. While it is pending, the words beside it say why that takes long. */
export function PlainButton({ pending, type = 'button', children, ...rest }: ComponentProps<'button'> & Pending) {
  const note = useWaitingNote()
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={pending ? true : undefined}
        onClick={pending ? (event) => event.preventDefault() : rest.onClick}
      >
        {pending ? (
          <>
            <Spinner />
            {pending}
          </>
        ) : (
          children
        )}
      </button>
      {pending && note !== undefined ? (
        <span role="status" className="block text-sm text-muted">
          {note}
        </span>
      ) : null}
    </>
  )
}

export function Button({ variant, size, className = '', ...rest }: ComponentProps<'button'> & Shape & Pending) {
  return <PlainButton {...rest} className={`${buttonClass(variant, size)} ${className}`} />
}

export function ButtonLink({ variant, size, className = '', ...rest }: LinkProps & Shape) {
  return <Link {...rest} className={`${buttonClass(variant, size)} ${className}`} />
}

export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block animate-spin rounded-full border-2 border-current border-r-transparent ${className}`}
    />
  )
}

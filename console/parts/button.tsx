import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-line disabled:text-muted',
  secondary: 'border border-line bg-surface text-ink hover:border-edge hover:bg-sunken disabled:text-muted',
  quiet: 'text-ink hover:bg-sand-hover disabled:text-muted',
  danger: 'bg-bad text-surface hover:opacity-90 disabled:bg-line disabled:text-muted',
}

export function buttonClass(variant: Variant = 'secondary', square = false): string {
  const shape = square ? 'size-8 touch:size-11' : 'h-8 px-3 touch:h-11 touch:px-4'
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md text-sm font-semibold whitespace-nowrap transition-colors duration-100 forced-colors:border ${shape} ${variants[variant]}`
}

interface Shape {
  variant?: Variant
  /** As wide as high, for an icon; needs `aria-label`. */
  square?: boolean
}

/** `pending` replaces the label and ignores further clicks. */
export function Button({
  variant,
  square,
  pending,
  className = '',
  type = 'button',
  children,
  ...rest
}: ComponentProps<'button'> & Shape & { pending?: string | false | undefined; children: ReactNode }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending ? true : undefined}
      onClick={pending ? (event) => event.preventDefault() : rest.onClick}
      className={`${buttonClass(variant, square)} ${className}`}
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
  )
}

export function ButtonLink({ variant, square, className = '', ...rest }: LinkProps & Shape) {
  return <Link {...rest} className={`${buttonClass(variant, square)} ${className}`} />
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}

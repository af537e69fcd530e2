import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { PlainButton } from '#ui/button.tsx'

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

export function Button({ variant, square, className = '', ...rest }: ComponentProps<typeof PlainButton> & Shape) {
  return <PlainButton {...rest} className={`${buttonClass(variant, square)} ${className}`} />
}

export function ButtonLink({ variant, square, className = '', ...rest }: LinkProps & Shape) {
  return <Link {...rest} className={`${buttonClass(variant, square)} ${className}`} />
}

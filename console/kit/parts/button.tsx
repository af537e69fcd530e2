import { type ComponentProps, type MouseEvent, useRef } from 'react'
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

interface ButtonProps extends Omit<ComponentProps<typeof PlainButton>, 'onClick'>, Shape {
  /** An act that answers a promise does not begin again before that is settled. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  /** Each press counts, however fast it follows, as of a button to the next page. */
  repeats?: boolean
}

/** A button whose act runs once, also when it is pressed twice: the second press of a double click does nothing. */
export function Button({ variant, square, className = '', onClick, repeats = false, ...rest }: ButtonProps) {
  const isRunning = useRef(false)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // The second press may also fall on a button that took the place of the first.
    if (isRunning.current || (event.detail > 1 && !repeats)) {
      event.preventDefault()
      return
    }
    const answer = onClick?.(event)
    if (!(answer instanceof Promise)) return
    isRunning.current = true
    void answer.finally(() => (isRunning.current = false))
  }
  return <PlainButton {...rest} onClick={press} className={`${buttonClass(variant, square)} ${className}`} />
}

export function ButtonLink({ variant, square, className = '', ...rest }: LinkProps & Shape) {
  return <Link {...rest} className={`${buttonClass(variant, square)} ${className}`} />
}

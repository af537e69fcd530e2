import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useWaitingNote } from './waiting.ts'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'
/** `square` is as wide as high, for an icon; needs `aria-label`. */
type Size = 'md' | 'lg' | 'square'

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-line disabled:text-muted',
  secondary: 'border border-outline bg-surface text-ink hover:border-outline-strong disabled:border-line disabled:text-muted',
  quiet: 'text-quiet hover:bg-quiet-soft disabled:text-muted',
  danger: 'bg-bad text-surface hover:opacity-90 disabled:bg-line disabled:text-muted',
}
const sizes: Record<Size, string> = {
  md: 'min-h-(--control) px-(--control-padding) text-sm [white-space:var(--control-wrap)]',
  lg: 'min-h-13 px-6 text-base',
  square: 'min-h-(--control) min-w-(--control) shrink-0',
}

export function buttonClass(variant: Variant = 'secondary', size: Size = 'md'): string {
  return `inline-flex items-center justify-center gap-2 rounded-md font-semibold transition-colors duration-150 forced-colors:border ${variants[variant]} ${sizes[size]}`
}

interface Shape {
  variant?: Variant
  size?: Size
  className?: string
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'>, Shape {
  /** Replaces the label and ignores further clicks. */
  pending?: string | false | undefined
  /** An act that returns a promise does not begin again before that is settled. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  /** Each press counts, however fast it follows, as of a button to the next page. */
  repeats?: boolean
  children: ReactNode
}

/**
 * A button whose act runs once, also when it is pressed twice: the second press of a double click does nothing. While it is pending,
 * the words beside it say why that takes long.
 */
export function Button(props: ButtonProps) {
  const { variant, size, className = '', pending, onClick, repeats = false, type = 'button', children, ...rest } = props
  const note = useWaitingNote()
  const isRunning = useRef(false)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // The second press may also fall on a button that took the place of the first.
    if (pending || isRunning.current || (event.detail > 1 && !repeats)) {
      event.preventDefault()
      return
    }
    const result = onClick?.(event)
    if (!(result instanceof Promise)) return
    isRunning.current = true
    void result.finally(() => (isRunning.current = false))
  }
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={pending ? true : rest['aria-disabled']}
        onClick={press}
        className={`${buttonClass(variant, size)} ${className}`}
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

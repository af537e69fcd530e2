import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'neutral' | 'ahead' | 'good' | 'signal' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink',
  ahead: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  signal: 'bg-signal-soft text-signal',
  bad: 'bg-bad-soft text-bad',
}
/** A shape besides the colour. */
const shapes: Record<Tone, string> = {
  neutral: 'rounded-full bg-current',
  // Hollow: it has not begun.
  ahead: 'rounded-full border-[1.5px]',
  good: 'rounded-full bg-current',
  signal: 'rotate-45 bg-current',
  bad: 'bg-current',
}

interface Props {
  tone?: Tone
  /** Breaks where its column is narrower than its words. */
  wraps?: boolean
  children: ReactNode
}

/** A state in words and shape. Its edge holds the shape on a row of the same colour. */
export function Badge({ tone = 'neutral', wraps = false, children }: Props) {
  return (
    <span
      className={`inline-flex w-fit items-center gap-1.5 px-2 py-0.5 text-xs ring-1 ring-current/20 ring-inset font-semibold ${wraps ? 'rounded-[0.7rem]' : 'rounded-full whitespace-nowrap'} ${tones[tone]}`}
    >
      <span aria-hidden="true" className={`shrink-0 ${tone === 'ahead' ? 'size-2' : 'size-1.5'} ${shapes[tone]}`} />
      {children}
    </span>
  )
}

export function YesNo({ value }: { value: boolean }) {
  return value ? (
    <span className="inline-flex items-center gap-1 align-middle">
      <Check aria-hidden="true" className="size-4 text-good" />
      Yes
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 align-middle text-muted">
      <Minus aria-hidden="true" className="size-4" />
      No
    </span>
  )
}

/** The name of a key. It is left out where there is hardly a keyboard: on a phone, and where fingers point. */
export function Key({ always = false, children }: { always?: boolean; children: ReactNode }) {
  return (
    <kbd
      className={`inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-surface px-1 text-xs font-medium text-muted ${always ? '' : 'max-md:hidden touch:hidden'}`}
    >
      {children}
    </kbd>
  )
}

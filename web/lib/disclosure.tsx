import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'

interface Props {
  label: ReactNode
  children: ReactNode
  /** Accessible name of the button when the label is not enough. */
  name?: string
  align?: 'start' | 'end'
  /** Classes of the button; those of the navigation bar by default. */
  buttonClass?: string
}

const ofNavigation =
  'inline-flex min-h-11 items-center gap-1.5 rounded-md px-3 text-sm font-semibold whitespace-nowrap hover:bg-accent-soft hover:text-accent'

/** Disclosure navigation (ARIA APG): a button that shows links or settings. Esc closes it and restores the focus. */
export function Disclosure({ label, children, name, align = 'start', buttonClass = ofNavigation }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    const onAway = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onAway)
    document.addEventListener('focusin', onAway)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onAway)
      document.removeEventListener('focusin', onAway)
    }
  }, [open])
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        onClick={() => setOpen(!open)}
        className={buttonClass}
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          className={`size-4 text-muted transition-transform duration-150 ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id={id}
        hidden={!open}
        // A press on a label or a text focuses the nearest part that takes the focus. Without this it is the page's content, which closes the box.
        tabIndex={-1}
        className={`absolute top-full z-40 mt-2 min-w-64 rounded-md border border-line bg-surface p-2 shadow-lift outline-none ${align === 'end' ? 'right-0' : 'left-0'}`}
      >
        {children}
      </div>
    </div>
  )
}

import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { searchLength } from '#contract/rules.ts'
import { lazyDialog } from '#ui/lazy-part.tsx'

const SearchDialog = lazyDialog(() => import('#web/site/search/search-dialog.tsx'))

/** A link to the search page. With JavaScript it, or the key `/`, opens the dialog. */
export function SearchLink() {
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  // Read by the listener, before React has rendered the press of a key.
  const isOpen = useRef(false)
  const show = () => {
    if (isOpen.current) return
    isOpen.current = true
    setWords('')
    setOpen(true)
  }
  const close = () => {
    isOpen.current = false
    setOpen(false)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (!isOpen.current) {
        if (event.key !== '/') return
        show()
      } else {
        // The field has the focus when its code has arrived. What is typed until then is for it as well.
        if (isForControl(event)) return
        if (event.key === 'Backspace') setWords((before) => before.slice(0, -1))
        else if (event.key.length === 1) setWords((before) => (before + event.key).slice(0, searchLength))
        else return
      }
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Link
        to="/search"
        aria-label="Search"
        aria-keyshortcuts="/"
        title="Search ( / )"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          show()
        }}
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-accent-soft hover:text-accent"
      >
        <Search aria-hidden="true" className="size-5" />
      </Link>
      {open ? <SearchDialog words={words} onWords={setWords} onClose={close} /> : null}
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Whether a key belongs to a control: one of the dialog, or a button, which Space presses. */
function isForControl({ target, key }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(key === ' ' ? '[role=dialog], button' : '[role=dialog]') !== null
}

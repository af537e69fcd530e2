import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { lazyDialog } from '#ui/lazy-part.tsx'

const SearchDialog = lazyDialog(() => import('../search/search-dialog.tsx'))

/** A link to the search page. With JavaScript it, or the key `/`, opens the dialog. */
export function SearchLink() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      setOpen(true)
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
          setOpen(true)
        }}
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-accent-soft hover:text-accent"
      >
        <Search aria-hidden="true" className="size-5" />
      </Link>
      {open ? <SearchDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

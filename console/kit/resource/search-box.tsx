import { type RefObject, useEffect, useState } from 'react'
import { SearchInput } from '#console/kit/fields/search-input.tsx'
import { useIsMoving } from '#console/kit/parts/moving.ts'
import type { ListState } from './list-state.ts'
import type { Screen } from './screen.ts'

/** Milliseconds after the last key before the list is read again. */
const typingPause = 200

interface Props {
  screen: Screen
  state: ListState
  input: RefObject<HTMLInputElement | null>
}

/** Searches a list while a person types. */
export function SearchBox({ screen, state, input }: Props) {
  const asked = state.query['q'] ?? ''
  const [typed, setTyped] = useState(asked)
  const [seen, setSeen] = useState(asked)
  // A view or the back button has changed the search.
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }
  const { set } = state
  const isMoving = useIsMoving()
  useEffect(() => {
    if (typed.trim() === asked) return
    let timer = 0
    // A change of the address would stop a navigation on its way, such as to the panel of a record.
    const wait = () => {
      timer = window.setTimeout(() => (isMoving() ? wait() : set({ q: typed.trim() })), typingPause)
    }
    wait()
    return () => clearTimeout(timer)
  }, [typed, asked, set, isMoving])
  return (
    <SearchInput
      ref={input}
      label={`Search ${screen.title.toLowerCase()}`}
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      className="min-w-32 flex-1 sm:w-64 sm:flex-none"
    />
  )
}

import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the element when the address names it. For parts that arrive after the page, which the router does not find. */
export function useScrollToHash(id: string): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.scrollIntoView({ block: 'start' })
  }, [id, hash, key])
}

import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const readerActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the element when the address names it. For parts that arrive after the page, which the router does not find. Until
 * the reader does something, it follows the element, because what arrives above it moves it.
 */
export function useScrollToHash(id: string): void {
  const { hash, key } = useLocation()
  // Somebody who comes back is led to where they were.
  const isReturn = useNavigationType() === 'POP' && key !== 'default'
  useEffect(() => {
    const target = !isReturn && hash === `#${id}` ? document.getElementById(id) : null
    if (!target) return
    // The first call of an observer is for the size as it is.
    const observer = new ResizeObserver(() => target.scrollIntoView({ block: 'start' }))
    observer.observe(document.body)
    const acts = new AbortController()
    const stop = () => {
      observer.disconnect()
      acts.abort()
    }
    for (const act of readerActs) addEventListener(act, stop, { signal: acts.signal, passive: true })
    return stop
  }, [id, hash, key, isReturn])
}

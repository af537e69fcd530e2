import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** The key of the first entry of the history that named a part. It is no return. */
let first: string | undefined

const readerActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the element when the address names it. For parts that arrive after the page, which the router does not find. Until
 * the reader does something, it follows the element, because what arrives above it moves it.
 */
export function useScrollToHash(id: string): void {
  const { hash, key } = useLocation()
  const type = useNavigationType()
  useEffect(() => {
    if (hash !== `#${id}`) return
    first ??= key
    // Somebody who comes back is led to where they were.
    const target = type === NavigationType.Pop && key !== first ? null : document.getElementById(id)
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
  }, [id, hash, key, type])
}

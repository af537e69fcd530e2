import { useEffect, useRef } from 'react'

/** Focuses the heading after client-side navigation, so that a screen reader announces the new page. */
export function RouteFocus({ navigation }: { navigation: string }) {
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (location.hash) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || heading.contains(document.activeElement)) return
    // A tab within the page keeps its focus.
    if (document.activeElement?.closest('[data-keeps-focus]')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [navigation])
  return null
}

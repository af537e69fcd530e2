import { useEffect, useRef } from 'react'

/** After a navigation inside the page the heading takes focus, so that a screen reader says where one is. */
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
    // A tab that was pressed keeps the focus: only a new page moves it.
    if (document.activeElement?.closest('[data-keeps-focus]')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [navigation])
  return null
}

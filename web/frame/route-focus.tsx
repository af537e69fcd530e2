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
    focus(heading)
    return followHeading(heading)
  }, [navigation])
  return null
}

function focus(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A page that waits has a heading of its own. The focus goes on to the one that takes its place. @returns what ends this */
function followHeading(heading: HTMLElement): () => void {
  let followed = heading
  const observer = new MutationObserver(() => {
    if (followed.isConnected) return
    const next = document.querySelector<HTMLElement>('main h1')
    // Somebody may have gone on meanwhile.
    if (document.activeElement !== document.body) return observer.disconnect()
    if (!next) return
    followed = next
    focus(next)
  })
  const main = heading.closest('main')
  if (main) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}

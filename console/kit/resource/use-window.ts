import { type RefObject, useEffect, useState } from 'react'

interface Seen {
  top: number
  height: number
}

/** Rows above and below what is seen, so that scrolling meets no gap. */
const spare = 12

/**
 * The range of rows of one height that a scrolling element shows. A list of many pages keeps only these in the document.
 * TanStack Virtual does the same for rows of any height, but its functions defeat the compiler's memoisation.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, { count, rowHeight }: { count: number; rowHeight: number }) {
  const [seen, setSeen] = useState<Seen>({ top: 0, height: 1200 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Rounded to rows, so that a scroll within a row renders nothing.
    const measure = () =>
      setSeen((before) => {
        const top = Math.floor(element.scrollTop / rowHeight) * rowHeight
        return before.top === top && before.height === element.clientHeight ? before : { top, height: element.clientHeight }
      })
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, rowHeight])
  const first = Math.min(Math.max(Math.floor(seen.top / rowHeight) - spare, 0), count)
  const end = Math.min(first + Math.ceil(seen.height / rowHeight) + 2 * spare, count)
  return { first, end, above: first * rowHeight, below: (count - end) * rowHeight }
}

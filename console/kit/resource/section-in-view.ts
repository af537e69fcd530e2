import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** What decides which section is in view. Lengths in pixels, from the top of what scrolls. */
interface Place {
  /** Tops of the sections, in their order. */
  tops: readonly number[]
  scrolled: number
  /** How far it can be scrolled. */
  range: number
  height: number
}

/**
 * The index of the section in view: the last one that begins above a line near the top. The line sinks to the bottom while the last
 * screenful is scrolled, because short sections at the end never reach the top.
 */
export function sectionInView({ tops, scrolled, range, height }: Place): number {
  const end = Math.min(height, range)
  const sunk = end > 0 ? Math.max(0, 1 - (range - scrolled) / end) : 0
  const near = Math.min(96, height)
  const line = near + sunk * (height - near)
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  )
}

function scrollerOf(element: Element | null): Element | null {
  for (let at = element?.parentElement ?? null; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return element ? document.scrollingElement : null
}

/** The section of a long page that is in view. `show` leads to one and marks it until somebody scrolls on. @param ids of elements */
export function useSectionInView(ids: readonly string[]): { inView: string | undefined; show: (id: string) => void } {
  const [inView, setInView] = useState(ids[0])
  const shown = useRef<{ id: string; scrolled: number } | null>(null)
  const elements = () => ids.flatMap((id) => document.getElementById(id) ?? [])
  const measure = useEffectEvent(() => {
    const found = elements()
    const scroller = scrollerOf(found[0] ?? null)
    if (!scroller) return
    const { scrollTop: scrolled, scrollHeight, clientHeight: height } = scroller
    if (shown.current?.scrolled === scrolled) return setInView(shown.current.id)
    shown.current = null
    const { top } = scroller.getBoundingClientRect()
    const from = scroller === document.scrollingElement ? 0 : top
    const tops = found.map((element) => element.getBoundingClientRect().top - from)
    setInView(found[sectionInView({ tops, scrolled, range: scrollHeight - height, height })]?.id)
  })
  useEffect(() => {
    let frame = 0
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => measure())
    }
    later()
    // A scroll of an inner box does not rise to the document, and is seen on its way down.
    document.addEventListener('scroll', later, { capture: true, passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', later, { capture: true })
      removeEventListener('resize', later)
    }
  }, [])
  return {
    inView,
    show(id) {
      const section = document.getElementById(id)
      section?.scrollIntoView()
      section?.querySelector('h2')?.focus({ preventScroll: true })
      shown.current = { id, scrolled: scrollerOf(section)?.scrollTop ?? 0 }
      setInView(id)
    },
  }
}

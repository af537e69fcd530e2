import { useEffect } from 'react'

/** What the focus falls back to when its element is removed: the parts of a page that a person works in, from the inside out. */
const parts = 'aside, section, [role=region], main'

/** Milliseconds in which a page that knows a better place gives the focus back by itself. */
const settled = 100

/**
 * Keeps the focus near where it was when the control that has it is removed, such as the button of an act that is done. Otherwise the
 * browser gives it to the page, and the next Tab begins at the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    let around: HTMLElement[] = []
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      last = target
      around = []
      for (let part = target.closest<HTMLElement>(parts); part; part = part.parentElement?.closest<HTMLElement>(parts) ?? null) {
        around.push(part)
      }
    }
    // Who presses beside a control has left it.
    const leave = () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && last?.isConnected) last = null
      })
    const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body
    let wait: ReturnType<typeof setTimeout> | undefined
    const restore = () => {
      if (!isLost()) return
      last = null
      const part = around.find(({ isConnected }) => isConnected)
      const target = part?.querySelector<HTMLElement>(':is(h1, h2, h3)[tabindex="-1"]') ?? part
      if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
      target?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      clearTimeout(wait)
      wait = setTimeout(restore, settled)
    })
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', leave)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusout', leave)
      observer.disconnect()
      clearTimeout(wait)
    }
  }, [])
}

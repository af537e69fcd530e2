import { useEffect, useRef, useState } from 'react'

/** What a key does. */
export interface Shortcut {
  key: string
  label: string
  act: () => void
}

const storedAs = 'class-keys'

/** Whether keys act: a person who speaks to the computer, or leans on the keyboard, turns them off. */
export function useKeysChoice(): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(() => {
    try {
      return localStorage.getItem(storedAs) !== 'off'
    } catch {
      return true
    }
  })
  return [
    isOn,
    (on) => {
      setOn(on)
      try {
        localStorage.setItem(storedAs, on ? 'on' : 'off')
      } catch {
        // It holds for this visit.
      }
    },
  ]
}

/** Acts on single keys, unless somebody writes or a dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[], isOn: boolean): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      const { target } = event
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')) return
      const found = latest.current.find(({ key }) => key === event.key.toLowerCase())
      if (!found) return
      event.preventDefault()
      found.act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}

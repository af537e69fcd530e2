import { useLayoutEffect, useRef } from 'react'

export type Keys = Readonly<Record<string, () => void>>

const bound: { current: Keys }[] = []
/** Milliseconds in which the key after a G counts. */
const sequenceTime = 1200
let sequence: { prefix: string; until: number } = { prefix: '', until: 0 }

/** Keys that act again while they are held: they move through the rows. Another one would decide about the record that opens next. */
const repeating: ReadonlySet<string> = new Set(['j', 'k'])

const openLayers = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role=${role}][data-open]`).join(', ')

/** Whether a key belongs to what has the focus: a field, an open dialog or an open menu. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector(openLayers)) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.repeat && !repeating.has(key)) return
  const prefix = performance.now() < sequence.until ? sequence.prefix : ''
  sequence = { prefix: key === 'g' && prefix === '' ? 'g ' : '', until: performance.now() + sequenceTime }
  // The part that was shown last comes first.
  const act = bound.findLast(({ current }) => current[prefix + key])?.current[prefix + key]
  if (!act) return
  event.preventDefault()
  act()
}

/**
 * Binds single keys (`j`) and sequences of G and a letter (`g c`). They never act while somebody types.
 * They act as soon as the button that names them is in the page: passive effects would run after the next paint.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    if (bound.length === 0) document.addEventListener('keydown', press)
    bound.push(latest)
    return () => {
      bound.splice(bound.indexOf(latest), 1)
      if (bound.length === 0) document.removeEventListener('keydown', press)
    }
  }, [])
}

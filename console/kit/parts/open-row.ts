import type { MouseEvent } from 'react'

/**
 * Opens the link of a row by a click anywhere in it, with the keys that open a new tab. Other controls of the row, and text
 * that is being selected, stay what they are.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, nativeEvent } = event
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return
  if (getSelection()?.type === 'Range') return
  currentTarget.querySelector<HTMLElement>('a[data-row]')?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent))
}

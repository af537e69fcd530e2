import { find } from './find-element.ts'
import type { SheetOptions } from './messages.ts'

export interface Closing {
  /** Closes the sheet, after a confirmation if the page wants one or a payment is in progress. */
  ask(): void
  /** True while a payment is in progress and may complete after leaving. */
  inProgress: boolean
}

/** Closes the sheet by Esc, the close button or the backdrop. */
export function wireClosing(options: SheetOptions, dismiss: () => void): Closing {
  const confirm = find('confirm', HTMLElement)
  const stay = find('stay', HTMLButtonElement)
  const stage = find('stage', HTMLElement)
  const behind = [...find('sheet', HTMLElement).children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child !== confirm,
  )
  let returnTo: Element | null = null
  const hide = () => {
    confirm.hidden = true
    for (const element of behind) element.inert = false
    if (returnTo instanceof HTMLElement) returnTo.focus()
  }
  const closing: Closing = {
    inProgress: false,
    ask() {
      if (!confirm.hidden) return
      if (!options.confirmClose && !closing.inProgress) return dismiss()
      find('confirm-text', HTMLElement).textContent = closing.inProgress
        ? 'The payment is under way and may still complete after you leave.'
        : 'You have not paid yet. Nothing is charged when you leave.'
      returnTo = document.activeElement
      for (const element of behind) element.inert = true
      confirm.hidden = false
      stay.focus()
    },
  }
  find('close', HTMLButtonElement).addEventListener('click', () => closing.ask())
  find('leave', HTMLButtonElement).addEventListener('click', dismiss)
  stay.addEventListener('click', hide)
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (!confirm.hidden) hide()
    else if (options.escape) closing.ask()
  })
  stage.addEventListener('pointerdown', (event) => {
    if (event.target === stage && options.backdropClose) closing.ask()
  })
  return closing
}

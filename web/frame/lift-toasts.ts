const gap = 12

/** Moves the toasts at the bottom above the button of the form in use, so that they never cover it. */
export function liftToasts(): void {
  const root = document.documentElement
  root.style.removeProperty('--toast-lift')
  const button = buttonInUse()?.getBoundingClientRect()
  if (!button || button.height === 0) return
  const toasts = document.querySelector('.Toastify__toast-container--bottom-right')?.getBoundingClientRect()
  if (!toasts) return
  const overlaps =
    toasts.left < button.right && toasts.right > button.left && toasts.top < button.bottom && toasts.bottom > button.top
  if (overlaps) root.style.setProperty('--toast-lift', `${Math.round(innerHeight - button.top + gap)}px`)
}

function buttonInUse(): Element | null | undefined {
  const form = document.activeElement?.closest('form') ?? document.querySelector('[role=dialog] form, main form')
  return form?.querySelector('button[type=submit]')
}

import { timings } from '#contract/rules.ts'

export type ToastKind = 'success' | 'error' | 'info'
export interface ToastMessage {
  container: 'forms' | 'account'
  kind: ToastKind
  text: string
}

const carried = 'toast-after-load'
let show: ((message: ToastMessage) => void) | undefined
let waiting: ToastMessage[] = []
const listeners = new Set<() => void>()

function notify(message: ToastMessage): void {
  if (show) show(message)
  else {
    waiting.push(message)
    for (const listener of listeners) listener()
  }
}

/** `form` toasts: bottom right for 3 s. `account` toasts: top right for 5 s. */
export const toast = {
  form: (kind: ToastKind, text: string) => notify({ container: 'forms', kind, text }),
  account: (kind: ToastKind, text: string) => notify({ container: 'account', kind, text }),
  /** Shows the toast now, and again after the page load that follows at once. */
  acrossLoad(container: ToastMessage['container'], kind: ToastKind, text: string): void {
    notify({ container, kind, text })
    try {
      sessionStorage.setItem(carried, JSON.stringify([...readCarried(), { container, kind, text }]))
    } catch {
      // Without storage the toast is shown only now.
    }
  },
}

/** Calls `listener` on the first toast. The toaster is loaded only then. */
export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener)
  if (waiting.length > 0) listener()
  return () => listeners.delete(listener)
}

/** Returns the queued toasts and clears the queue. */
export function takeQueuedToasts(): ToastMessage[] {
  const queued = waiting
  waiting = []
  return queued
}

export function connectToaster(shower: (message: ToastMessage) => void): void {
  show = shower
  const queued = waiting
  waiting = []
  for (const message of queued) shower(message)
}

function readCarried(): ToastMessage[] {
  return JSON.parse(sessionStorage.getItem(carried) ?? '[]') as ToastMessage[]
}

/** Shows the toasts of the previous page again. */
export function showCarriedToasts(): void {
  try {
    const messages = readCarried()
    sessionStorage.removeItem(carried)
    for (const message of messages) notify(message)
  } catch {
    // Storage is unavailable or malformed: there is nothing to show.
  }
}

export const toastDurations = { forms: timings.formToast, account: timings.accountToast } as const

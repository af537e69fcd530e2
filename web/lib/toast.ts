import { timings } from '#contract/rules.ts'

export type ToastKind = 'success' | 'error' | 'info'
export interface ToastMessage {
  place: 'forms' | 'account'
  kind: ToastKind
  text: string
}

const carried = 'toast-after-load'
let show: ((message: ToastMessage) => void) | undefined
let waiting: ToastMessage[] = []
const listeners = new Set<() => void>()

function say(message: ToastMessage): void {
  if (show) show(message)
  else {
    waiting.push(message)
    for (const listener of listeners) listener()
  }
}

/** `form` and `pay` sit bottom right for 3 s; `account` top right for 5 s. */
export const toast = {
  form: (kind: ToastKind, text: string) => say({ place: 'forms', kind, text }),
  account: (kind: ToastKind, text: string) => say({ place: 'account', kind, text }),
  /** Shown now and again after the page load that follows at once, so that it can be read. */
  acrossLoad(place: ToastMessage['place'], kind: ToastKind, text: string): void {
    say({ place, kind, text })
    try {
      sessionStorage.setItem(carried, JSON.stringify([...readCarried(), { place, kind, text }]))
    } catch {
      // Without storage it has been shown once.
    }
  },
}

/** Called when something is first to be said: the toaster is not part of a page before that. */
export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener)
  if (waiting.length > 0) listener()
  return () => listeners.delete(listener)
}

/** What nobody could show yet, no longer kept. */
export function takeUnsaid(): ToastMessage[] {
  const unsaid = waiting
  waiting = []
  return unsaid
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

/** Says again what the previous page said just before it went. */
export function sayCarried(): void {
  try {
    const messages = readCarried()
    sessionStorage.removeItem(carried)
    for (const message of messages) say(message)
  } catch {
    // Nothing was carried.
  }
}

export const toastDurations = { forms: timings.formToast, account: timings.accountToast } as const

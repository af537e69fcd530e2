import { offerPattern } from '#contract/money/payment-link.ts'

/** The secrets of a tab without storage. */
const unstored = new Map<string, string>()

/** Takes a secret out of the address and keeps it for the tab, so that neither the history, a bookmark nor a referrer has it. */
export function takeSecret(key: string): void {
  const url = new URL(location.href)
  const secret = url.searchParams.get('offer')
  if (secret === null) return
  if (offerPattern.test(secret)) keep(key, secret)
  url.searchParams.delete('offer')
  history.replaceState(history.state, '', url)
}

function keep(key: string, secret: string): void {
  unstored.set(key, secret)
  try {
    sessionStorage.setItem(key, secret)
  } catch {
    // It is kept for as long as the document.
  }
}

export function keptSecret(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? unstored.get(key) ?? null
  } catch {
    return unstored.get(key) ?? null
  }
}

export function forgetSecret(key: string): void {
  unstored.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

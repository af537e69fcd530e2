/** The session storage key of the batch whose payment was cancelled. The script in the head reads it, too. */
const key = 'cancelled-payment'

/** Remembers a cancelled payment until it is used or dismissed. */
export function saveCancelled(batchId: string): void {
  document.documentElement.dataset['cancelled'] = ''
  try {
    sessionStorage.setItem(key, batchId)
  } catch {
    // Without storage the home page shows no card.
  }
}

/** Returns the id of the batch whose payment was cancelled, or null. */
export function readCancelled(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function removeCancelled(): void {
  delete document.documentElement.dataset['cancelled']
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable: there is nothing to remove.
  }
}

/** SPEC's five keys, the only ones in local storage. */
export type StorageKey = 'accessToken' | 'refreshToken' | 'user' | 'emailForOtp' | 'authFlow'

/** Null as well when the browser forbids storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows of some browsers: the session then lasts as long as the page.
  }
}

export function forget(...keys: StorageKey[]): void {
  for (const key of keys) {
    try {
      localStorage.removeItem(key)
    } catch {
      // As above.
    }
  }
}

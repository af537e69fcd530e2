/** SPEC's five local storage keys; no others are used. */
export type StorageKey = 'accessToken' | 'refreshToken' | 'user' | 'emailForOtp' | 'authFlow'

/** Returns null also when storage is unavailable. */
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
    // Storage is unavailable in some private windows: the session then ends with the page.
  }
}

export function removeStored(...keys: StorageKey[]): void {
  for (const key of keys) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is unavailable: there is nothing to remove.
    }
  }
}

/** The session storage key. A code is kept until it is used or removed, also while a visitor has no account yet. */
const key = 'coupon'
/** The code that the person has removed, although the address still has it. */
const removedKey = 'removed-coupon'

/** The code of the address, such as `?coupon=COLLEGE20`, else the kept one; null without one. */
export function keptCode(): string | null {
  const asked = new URLSearchParams(location.search).get('coupon')?.trim().toUpperCase()
  try {
    if (asked && /^[A-Z0-9]{6,20}$/.test(asked) && sessionStorage.getItem(removedKey) !== asked) keepCode(asked)
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()

/** Calls `listener` when another part of the page keeps or removes a code. */
export function onCode(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function keepCode(code: string): void {
  try {
    const isNew = sessionStorage.getItem(key) !== code
    sessionStorage.setItem(key, code)
    if (isNew) for (const listener of listeners) listener()
  } catch {
    // Without storage the code is typed again.
  }
}

/** Forgets a code that is used or can't be used. The payment does not follow it any more. */
export function forgetCode(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Forgets the code because the person has removed it. The one of the address is not taken up again. */
export function removeCode(): void {
  try {
    sessionStorage.setItem(removedKey, sessionStorage.getItem(key) ?? '')
    sessionStorage.removeItem(key)
    for (const listener of listeners) listener()
  } catch {
    // Nothing was kept.
  }
}

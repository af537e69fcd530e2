/** The session storage key. A code is kept until it is used or removed, also while a visitor has no account yet. */
const key = 'coupon'

/** The code of the address, such as `?coupon=COLLEGE20`, else the kept one; null without one. */
export function keptCode(): string | null {
  const asked = new URLSearchParams(location.search).get('coupon')?.trim().toUpperCase()
  try {
    if (asked && /^[A-Z0-9]{6,20}$/.test(asked) && sessionStorage.getItem('coupon-refused') !== asked) keepCode(asked)
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepCode(code: string): void {
  try {
    sessionStorage.setItem(key, code)
  } catch {
    // Without storage the code is typed again.
  }
}

/** Forgets the kept code. The one of the address is not taken up again. */
export function dropCode(): void {
  try {
    const code = sessionStorage.getItem(key)
    if (code) sessionStorage.setItem('coupon-refused', code)
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

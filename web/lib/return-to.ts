const origin = 'https://this.invalid'
/** Pages that sign in would only come back to themselves. */
const signingIn = /^\/(?:login|register|verify-otp)(?:[/?#]|$)/
/** Pages whose own security policy must rule the tab, so that they are entered by a full load. */
const ownPolicy = /^\/(?:razarpayment|verify-payment|videos)\//

/** A path of this site to go on to, or null for anything that could lead elsewhere or round in a circle. */
export function safeReturnTo(wanted: string | null): string | null {
  if (wanted === null || wanted.length > 2000 || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}\s]/u.test(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  // Dot segments are gone only now, and could have hidden a second slash.
  if (url.origin !== origin || url.pathname.startsWith('//') || signingIn.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

export function returnToOf(search: string): string | null {
  return safeReturnTo(new URLSearchParams(search).get('returnTo'))
}

/**
 * The same from the signing-in page one comes from: its links work before it is alive, and can't carry anything then.
 * @param referrer address of the page before, with its query on this origin alone
 */
export function returnToOfReferrer(referrer: string, here: string): string | null {
  if (!URL.canParse(referrer)) return null
  const before = new URL(referrer)
  return before.origin === here && signingIn.test(before.pathname) ? returnToOf(before.search) : null
}

/** `path` carrying on where the reader was going. */
export function withReturnTo(path: string, returnTo: string | null): string {
  return returnTo ? `${path}?returnTo=${encodeURIComponent(returnTo)}` : path
}

export function needsFullLoad(path: string): boolean {
  return ownPolicy.test(path)
}

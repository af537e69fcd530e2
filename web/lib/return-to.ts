import { findPage, pathTo } from '#contract/pages.ts'

const origin = 'https://this.invalid'

const isSignIn = (pathname: string) => findPage(pathname)?.returnTo === false

/** A path of this site to return to, or null for anything that could lead to another site or in a circle. */
export function safeReturnTo(wanted: string | null): string | null {
  if (wanted === null || wanted.length > 2000 || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}\s]/u.test(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  // Only now dot segments are resolved; they could have hidden a second slash.
  if (url.origin !== origin || url.pathname.startsWith('//') || isSignIn(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

export function returnToOf(search: string): string | null {
  return safeReturnTo(new URLSearchParams(search).get('returnTo'))
}

/**
 * The return path of the sign-in page that linked here: before hydration its links can't carry the path themselves.
 * @param referrer address of the previous page, with its query on this origin only
 */
export function returnToOfReferrer(referrer: string, here: string): string | null {
  if (!URL.canParse(referrer)) return null
  const before = new URL(referrer)
  return before.origin === here && isSignIn(before.pathname) ? returnToOf(before.search) : null
}

/** `path` with the return path as its query. */
export function withReturnTo(path: string, returnTo: string | null): string {
  return returnTo ? `${path}?returnTo=${encodeURIComponent(returnTo)}` : path
}

/** The login page, which leads to the return path afterwards. */
export function pathToLogin(returnTo: string | null): string {
  return withReturnTo(pathTo('login'), returnTo)
}

/** A page with its own security policy needs a full load, since the first document's policy rules the tab. */
export function needsFullLoad(path: string): boolean {
  return findPage(new URL(path, origin).pathname)?.policy !== undefined
}

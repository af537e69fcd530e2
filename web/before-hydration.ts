import { localTimeText } from '#ui/local-time.ts'
import { typeHeadline } from '#web/site/content/type-headline.ts'
import { keptCode } from '#web/lib/coupon/kept-code.ts'
import { holdInput } from './hold-input.ts'
import { sendFirstCalls } from '#web/lib/first-calls.ts'
import { runCommands } from './run-commands.ts'
import { hydrateWhenIdle, startHydration } from './start-hydration.ts'

// The script in the head of every page. It runs before the first paint and needs no other file.

// The compiled schemas of zod would violate the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const page = document.documentElement
/** Milliseconds for which a page that is rendered ahead may wait to be shown. A prefetched document may as long. */
const oldestAhead = 300_000

/** Returns the stored text; null also when storage is unavailable. */
function read(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

/** Marks the login state and a cancelled payment. */
function markVisitor(): void {
  page.dataset['auth'] = read('localStorage', 'accessToken') ? 'in' : 'out'
  if (read('sessionStorage', 'cancelled-payment')) page.dataset['cancelled'] = ''
}

/** Whether the page shows more than its document says, without any input of the visitor. */
function needsHydration(): boolean {
  return (
    ['accessToken', 'user', 'emailForOtp'].some((key) => read('localStorage', key) !== null) ||
    ['cancelled-payment', 'toast-after-load'].some((key) => read('sessionStorage', key) !== null) ||
    // The chosen batch, a code for a lower price, and the page to return to, also of the sign-in page that led here.
    /[?&](?:batch|coupon|returnTo)=/.test(location.search) ||
    /[?&]returnTo=/.test(document.referrer) ||
    // A navigation of the router left it for this page.
    Boolean((history.state as { usr?: unknown } | null)?.usr) ||
    document.querySelector('[data-hydrates]') !== null
  )
}

/** Calls `act` now, or when a page that the browser has rendered ahead is shown. */
function whenShown(act: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}

function fillInTimes(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-local-time]:empty')) {
    element.textContent = localTimeText(element.dataset['localTime'] ?? '')
  }
}

function fillIn(): void {
  fillInTimes()
  for (const headline of document.querySelectorAll<HTMLElement>('[data-typing-headline]')) whenShown(() => typeHeadline(headline))
}

function startWhenNeeded(): void {
  if (!needsHydration()) return hydrateWhenIdle()
  // A busy page is never idle, so the wait has an end.
  if ('requestIdleCallback' in window) requestIdleCallback(startHydration, { timeout: 1000 })
  else setTimeout(startHydration)
}

markVisitor()
const access = read('localStorage', 'accessToken')
if (access) sendFirstCalls(access)
holdInput()
runCommands()
// Before the first paint, so that nothing shifts, and again for what arrives later.
requestAnimationFrame(fillInTimes)
document.addEventListener('DOMContentLoaded', fillIn)
// A code of the address is for the pages that follow, too.
whenShown(keptCode)
addEventListener('load', () => whenShown(startWhenNeeded))
document.addEventListener('prerenderingchange', () => {
  // The visitor may have signed in, or left a message for this page, after it was rendered ahead.
  markVisitor()
  if (performance.now() > oldestAhead) location.reload()
})
// Another tab logged in or out, or this one did so on a later page.
addEventListener('storage', ({ key }) => {
  if (key === 'accessToken' || key === 'user') startHydration()
})
// A placeholder replaces a picture that fails to load.
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && startHydration(), true)
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || 'hydrated' in page.dataset) return
  markVisitor()
  startWhenNeeded()
})

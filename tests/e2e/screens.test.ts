import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../web/routes.ts'
import { test } from './enrolled-student.ts'
import { screens, show } from './screens.ts'
import { expect } from './shop.ts'
import { forgive } from './stand-in.ts'
import { violationsOf, violationsOfToasts } from './violations-of.ts'

function pathsOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`
    return entry.children ? pathsOf(entry.children, path) : [path || '/']
  })
}

test('every route has a screen, and every screen a route', () => {
  const known = new Set(screens.map(({ route }) => route))
  expect([...known].toSorted()).toEqual(pathsOf(routes).toSorted())
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
})

declare global {
  interface Window {
    /** What the page's policy refused, also where the code went on without a word. */
    violations: string[]
  }
}

function countViolations(): void {
  window.violations = []
  document.addEventListener('securitypolicyviolation', (event) =>
    window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
  )
}

/** Addresses that answered, so that what stands on every page is asked for once. */
const answered = new Set<string>()

/** Links of this site that lead nowhere, with what they answered. Pages of students are asked for as anybody can. */
async function deadLinks(page: Page): Promise<string[]> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      // A page that is not there links to places in itself.
      .filter(({ origin, pathname }) => origin === location.origin && pathname !== location.pathname)
      .map(({ pathname, search }) => pathname + search),
  )
  const dead: string[] = []
  for (const link of new Set(links)) {
    if (answered.has(link)) continue
    const response = await page.request.get(link)
    if (response.status() === 200) answered.add(link)
    else dead.push(`${response.status()} ${link}`)
  }
  return dead
}

const themes = ['light', 'dark'] as const
const widths = { desk: 1440, phone: 360 } as const

/** The page as drawn at this width in this theme: the browser takes both over a frame after it was asked to. */
async function drawnAs(page: Page, width: number, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (asked) => innerWidth === asked.width && matchMedia(`(prefers-color-scheme: ${asked.colorScheme})`).matches,
    { width, colorScheme },
  )
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

for (const screen of screens) {
  // The console is watched by the page's own fixture.
  test(`axe finds nothing at both widths in both themes, 320 px are enough, links lead on: ${screen.name}`, async ({
    page,
    shop,
    student,
    consoleErrors,
  }) => {
    const sizes = (['desk', 'phone'] as const).filter((size) => !screen.only || screen.only === size)
    await page.setViewportSize({ width: widths[sizes[0] ?? 'desk'], height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(countViolations)
    await show(screen, { page, shop, student })
    for (const size of sizes) {
      for (const colorScheme of themes) {
        await drawnAs(page, widths[size], colorScheme)
        expect(await violationsOf(page), `${size}, ${colorScheme}`).toEqual([])
      }
    }
    if (screen.only !== 'desk') await drawnAs(page, 320, 'dark')
    expect(
      await page.evaluate(() => [
        Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
        [...document.querySelectorAll('h1')].filter((title) => title.checkVisibility()).length,
        document.title.includes('Karyashala'),
        window.violations,
      ]),
    ).toEqual([0, 1, true, []])
    expect(await deadLinks(page)).toEqual([])
    // The browser itself reports what could not be reached.
    if (screen.loses) forgive(consoleErrors, /ERR_FAILED/)
  })
}

test('axe finds nothing in toasts', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open('/hirepage')
  await page.getByRole('button', { name: 'Send your requirements' }).click()
  const toast = shop.toast('Name is required.')
  await expect(toast).toBeVisible()
  await toast.hover()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOfToasts(page)).toEqual([])
  }
})

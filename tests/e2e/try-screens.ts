import type { Page } from '@playwright/test'
import { test } from './enrolled-student.ts'
import { forgiveLoss, type Screen, show } from './screens.ts'
import { expect } from './shop.ts'
import { colourViolationsOf, violationsOf } from './violations-of.ts'

declare global {
  interface Window {
    /** The CSP violations of the page. */
    violations: string[]
  }
}

function countViolations(): void {
  window.violations = []
  document.addEventListener('securitypolicyviolation', (event) =>
    window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
  )
}

/** URLs that answered 200, so that shared links are requested once. */
const answered = new Set<string>()

/** Returns the links of this site that do not answer 200, requested without a session. */
async function deadLinks(page: Page): Promise<string[]> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      // A 404 page links to anchors in itself.
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

export const themes = ['light', 'dark'] as const
const widths = { desk: 1440, phone: 360 } as const

/**
 * Sets width and theme and waits for the next frames, because the browser applies both asynchronously. From its beginning, because the head of a
 * scrolled page covers what is below it.
 */
async function drawnAs(page: Page, width: number, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (asked) => innerWidth === asked.width && matchMedia(`(prefers-color-scheme: ${asked.colorScheme})`).matches,
    { width, colorScheme },
  )
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/**
 * How a screen is looked at. Two looks see both widths with all rules and both themes with their colours; axe takes most of the time of
 * these tests. A screen of one width is looked at in both themes.
 */
const looks = (only: Screen['only']) =>
  [
    { size: only ?? 'desk', theme: 'light' },
    { size: only ?? 'phone', theme: 'dark' },
  ] as const

/** One test per screen: axe at both widths and in both themes, 320 px, links, CSP. The fixture checks the console. */
export function tryScreens(screens: readonly Screen[]): void {
  for (const screen of screens) {
    test(`axe, 320 px and links pass: ${screen.name} [DEP-04]`, async ({ page, shop, student, consoleErrors }) => {
      await page.setViewportSize({ width: widths[screen.only ?? 'desk'], height: 900 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript(countViolations)
      await show(screen, { page, shop, student })
      for (const { size, theme } of looks(screen.only)) {
        await drawnAs(page, widths[size], theme)
        const isSecondTheme = screen.only !== undefined && theme === 'dark'
        expect(await (isSecondTheme ? colourViolationsOf(page) : violationsOf(page, screen.part)), `${size}, ${theme}`).toEqual(
          [],
        )
      }
      if (screen.only !== 'desk') await drawnAs(page, 320, 'dark')
      expect(
        await page.evaluate(() => [
          Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
          [...document.querySelectorAll('h1')].filter((title) => title.checkVisibility()).length,
          document.title.includes('Karyashala'),
          window.violations,
          // The school of the demo has no GSTIN.
          document.body.innerText.match(/\b(?:tax|taxes|taxable|gst|gstin)\b/gi),
        ]),
      ).toEqual([0, 1, true, [], null])
      expect(await deadLinks(page)).toEqual([])
      forgiveLoss(screen, consoleErrors)
    })
  }
}

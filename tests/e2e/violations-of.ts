import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Runs axe on the page, or on a part of it, without its toasts, which close on their own. */
export async function violationsOf(page: Page, part?: string): Promise<unknown[]> {
  await scrollToStarts(page)
  const builder = axe(page).withTags(tags).exclude('.Toastify')
  return analyse(part === undefined ? builder : builder.include(part))
}

/** Scrolls the page and each of its parts to the start, because a control that is half covered or scrolled away counts as too small. */
async function scrollToStarts(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    for (const part of document.querySelectorAll('body *')) if (part.scrollTop > 0) part.scrollTop = 0
  })
}

/** What axe finds in the colours alone: another theme changes nothing else of a page. */
export function colourViolationsOf(page: Page): Promise<unknown[]> {
  return analyse(axe(page).withRules(['color-contrast', 'link-in-text-block']).exclude('.Toastify'))
}

/** The phone in the dark theme and the desk in the light one: each width and theme is seen with all rules. */
const looks = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** Expects no violations at both widths. Ends in the light theme. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOf(page), `${width} px, ${colorScheme}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`).toBe(true)
  }
}

export function violationsOfToasts(page: Page): Promise<unknown[]> {
  return analyse(axe(page).withTags(tags).include('.Toastify'))
}

/** Runs axe in the page itself instead of a blank one; no page has frames of other origins. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

async function analyse(builder: AxeBuilder): Promise<unknown[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => `${node.html} ${node.failureSummary}`)])
}

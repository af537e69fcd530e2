import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../web/routes.ts'
import { test } from './enrolled-student.ts'
import { screens, show } from './screens.ts'
import { expect } from './shop.ts'

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

for (const screen of screens) {
  // The console is watched by the page's own fixture.
  test(`fits 320 px, has one title and one first heading, leads on and is silent: ${screen.name}`, async ({
    page,
    shop,
    student,
  }) => {
    await page.setViewportSize({ width: screen.only === 'desk' ? 1440 : 320, height: 700 })
    await page.addInitScript(countViolations)
    await show(screen, { page, shop, student })
    expect(
      await page.evaluate(() => [
        Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
        document.querySelectorAll('h1').length,
        document.title.includes('Karyashala'),
        window.violations,
      ]),
    ).toEqual([0, 1, true, []])
    expect(await deadLinks(page)).toEqual([])
  })
}

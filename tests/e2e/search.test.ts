import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './shop.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

test('suggestions come while one types with errors, and the keyboard suffices to go there', async ({ page, shop }) => {
  await shop.open('/home')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search courses, services and articles' })
  await expect(field).toBeFocused()
  await field.pressSequentially('kuberntes')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText(/Kubernetes/)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/courses\/\d+/)
  await expect(page.getByRole('heading', { level: 1, name: /Kubernetes/ })).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('Escape closes search and gives the focus back; Enter shows everything found', async ({ page, shop }) => {
  await shop.open('/home')
  const link = page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(link).toBeFocused()
  await link.click()
  await page.getByRole('combobox').fill('docker')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=docker')
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “docker”' })).toBeVisible()
})

test('words and kind of a search live in the address and come back with it', async ({ page, shop }) => {
  await shop.open('/search?q=cloud')
  const kinds = page.getByRole('navigation', { name: 'Kinds of results' })
  await kinds.getByRole('link', { name: /^Articles/ }).click()
  await page.waitForURL('**/search?q=cloud&kind=blog')
  await expect(kinds.getByRole('link', { name: /^Articles/ })).toHaveAttribute('aria-current', 'page')
  const titles = page.locator('main').getByRole('heading', { level: 2 })
  const shown = await titles.allTextContents()
  expect(shown.length).toBeGreaterThan(0)
  await titles.first().getByRole('link').click()
  await page.waitForURL(/\/blog\/\d+/)
  await page.goBack()
  await page.waitForURL('**/search?q=cloud&kind=blog')
  await expect(titles).toHaveText(shown)
  await page.reload()
  await expect(titles).toHaveText(shown)
})

test('search works without JavaScript, and says when it finds nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/home')
  await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('zzqqxx')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Nothing found for “zzqqxx”')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('<b>react</b>')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “<b>react</b>”')
  await context.close()
})

test('a search that fails says so, and the page stands', async ({ page, shop, consoleErrors }) => {
  await shop.open('/home')
  await page.route('**/api/search/**', (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox').fill('react')
  await expect(page.getByText('Suggestions could not be loaded. Press Enter to search.')).toBeVisible()
  // The browser itself reports the lost connection, nothing else.
  expect(consoleErrors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on search, ${colorScheme}`, async ({ page, shop }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const violations = async (where: string) => {
        const found = await new AxeBuilder({ page }).withTags(tags).analyze()
        expect(
          found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
          `${where} at ${width}`,
        ).toEqual([])
      }
      for (const path of ['/search', '/search?q=cloud', '/search?q=zzqqxx']) {
        await shop.open(path)
        await violations(path)
      }
      await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click()
      await page.getByRole('combobox').fill('cloud')
      await expect(page.getByRole('option').first()).toBeVisible()
      await violations('dialog')
      await page.keyboard.press('Escape')
    }
  })
}

import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

const sideways = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

test.describe('in a distant time zone', () => {
  // This zone has an offset with minutes, the longest text beside IST.
  test.use({ timezoneId: 'Pacific/Chatham', viewport: { width: 320, height: 640 } })

  for (const path of ['/courses/1', '/courses/1?tab=batches', '/newbatches', '/razarpayment/109']) {
    test(`the local time fits 320 px on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(
        page
          .getByText(/GMT\+1[23]:45 for you\)/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      expect(await sideways(page)).toBe(0)
    })
  }
})

test.describe('with large text on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  async function enlarge(page: Page, size: string): Promise<void> {
    await page.evaluate((wanted) => {
      document.documentElement.style.fontSize = wanted
    }, size)
  }

  test('pages fit at 150 % text size', async ({ page, shop }) => {
    for (const path of ['/home', '/courses/1', '/newbatches', '/login']) {
      await shop.open(path)
      await enlarge(page, '150%')
      expect(await sideways(page), path).toBe(0)
    }
  })

  test('header and Enroll Now fit at 200 % text size', async ({ page, shop }) => {
    await shop.open('/courses/1')
    await enlarge(page, '200%')
    const header = page.getByRole('banner')
    const boxes = await Promise.all(
      [
        header.getByText('Karyashala'),
        header.getByRole('link', { name: 'Search' }),
        header.getByRole('button', { name: 'Open menu' }),
        page.getByRole('button', { name: 'Enroll Now' }).last(),
      ].map((part) => part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)),
    )
    for (const { left, right } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(360)
    }
    const [name, search] = boxes
    expect(search && name && (search.left >= name.right || search.top >= name.bottom)).toBe(true)
    await header.getByRole('button', { name: 'Open menu' }).click()
    const last = header.getByRole('link', { name: 'Register' })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
  })
})

test('Escape in the mobile menu focuses its button [SEC-022]', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await shop.open('/home')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.locator('#mobile-menu')
  await menu.getByRole('link', { name: 'Hire from us' }).focus()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
})

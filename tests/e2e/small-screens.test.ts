import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

const sideways = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

test.describe('far from India', () => {
  // Told apart by its offset: the longest thing that stands beside IST.
  test.use({ timezoneId: 'Pacific/Chatham', viewport: { width: 320, height: 640 } })

  for (const path of ['/courses/1', '/courses/1?tab=batches', '/newbatches', '/razarpayment/109']) {
    test(`the reader’s own time has room at 320 px on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText(/GMT\+1[23]:45 for you\)/).filter({ visible: true }).first()).toBeVisible()
      expect(await sideways(page)).toBe(0)
    })
  }
})

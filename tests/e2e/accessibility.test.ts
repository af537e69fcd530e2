import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { test } from './enrolled-student.ts'
import { screens, show } from './screens.ts'
import { expect } from './shop.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const sizes = { phone: { width: 360, height: 780 }, desk: { width: 1440, height: 900 } }

for (const screen of screens) {
  for (const size of ['phone', 'desk'] as const) {
    if (screen.only && screen.only !== size) continue
    test(`axe finds nothing: ${screen.name}, ${sizes[size].width} px, light and dark`, async ({ page, shop, student }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize(sizes[size])
      await show(screen, { page, shop, student })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await violations(page), colorScheme).toEqual([])
      }
    })
  }
}

/** No page has frames of other origins: the report is made in the page itself rather than in a blank one beside it. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode()
}

async function violations(page: Page): Promise<unknown[]> {
  // Toasts come and go by themselves, and are looked at on their own.
  const found = await axe(page).exclude('.Toastify').analyze()
  return found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
}

test('axe finds nothing in toasts', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open('/hirepage')
  await page.getByRole('button', { name: 'Send your requirements' }).click()
  const toast = shop.toast('Name is required.')
  await expect(toast).toBeVisible()
  await toast.hover()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await axe(page).include('.Toastify').analyze()
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  }
})

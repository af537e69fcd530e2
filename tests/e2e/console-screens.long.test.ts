import { sections } from '../../console/navigation.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

for (const { path, title, create } of sections.flatMap(({ destinations }) => destinations)) {
  test(`axe passes on each screen of ${title}`, async ({ page }) => {
    test.slow()
    await watchPolicy(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, 'owner')
    const settled = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true], [aria-label=Loading]')).toHaveCount(0)
    }

    await test.step('its first page', async () => {
      await page.goto(`/console${path}`)
      await settled()
      await expectAccessible(page)
    })

    const first = page.locator('a[data-row="0"]')
    if ((await first.count()) > 0) {
      await test.step('a record and its editor', async () => {
        await first.click()
        await expect(page).toHaveURL(/\/\d+(?:\?|$)/)
        await settled()
        await expectAccessible(page)
        const edit = page.getByRole('link', { name: 'Edit', exact: true })
        if ((await edit.count()) === 0) return
        await edit.click()
        await expect(page).toHaveURL(/\/edit$/)
        await settled()
        await expectAccessible(page)
      })
    }

    if (create) {
      await test.step('a new record with its errors', async () => {
        await page.goto(`/console${path}/new`)
        await settled()
        await page.locator('form button[type=submit]').last().click()
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
        await expectAccessible(page)
      })
    }
  })
}

import type { Page } from '@playwright/test'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeEach(async ({ page }) => {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

/** Presses keys one after the other without a pause, as fast as the browser takes them. `press` waits for each. */
async function rush(page: Page, ...keys: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const events = keys.flatMap((key) => {
    const isChord = key === 'Control+k'
    const one = isChord ? 'k' : key
    const code = one === 'Escape' ? 27 : one.toUpperCase().codePointAt(0)
    const common = { key: one, windowsVirtualKeyCode: code, modifiers: isChord ? 2 : 0 }
    const text = isChord || one.length > 1 ? {} : { text: one }
    return [
      { ...common, ...text, type: one.length > 1 || isChord ? 'rawKeyDown' : 'keyDown' },
      { ...common, type: 'keyUp' },
    ] as const
  })
  await Promise.all(events.map((event) => session.send('Input.dispatchKeyEvent', event)))
  await session.detach()
}

test('letters after Ctrl K arrive in order, Escape closes at once', async ({ page }) => {
  await enterAs(page, 'content')
  await page.goto('/console/companies')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search pages, records and actions' })

  await rush(page, 'Control+k', ...'tarangini')
  await expect(search).toHaveValue('tarangini')
  await expect(page.getByRole('option', { name: /Tarangini/ })).toBeVisible()

  // The letters after Escape belong to the page again: G and I open the instructors.
  await rush(page, 'Escape', 'g', 'i')
  await expect(page).toHaveURL(/\/instructors$/)
  expect(await search.count()).toBe(0)

  await rush(page, 'Control+k', 'a', 'Escape')
  expect(await search.count()).toBe(0)

  const opener = page.getByRole('button', { name: /^Search/ }).first()
  await opener.click()
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('a page of other roles names them and loads nothing', async ({ page }) => {
  await enterAs(page, 'content')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['payments', 'payments/1', 'students', 'audit', 'figures', 'students/new']) {
    await page.goto(`/console/${path}`)
    const main = page.getByRole('main')
    await expect(main.getByText(/^Your role does not include this page\. It is for owners/)).toBeVisible()
    await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(main.getByRole('link')).toHaveText(['Go to the first page'])
    await expect(main.locator('button, input, table')).toHaveCount(0)
    await expectAccessible(page)
  }
  expect(asked.filter((path) => /^\/api\/staff\/(?:payments|students|audit|figures)/.test(path))).toEqual([])
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(page).toHaveURL(/\/console\/?$/)
})

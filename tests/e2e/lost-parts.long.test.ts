import type { Page } from '@playwright/test'
import { expect, type Shop, test } from './shop.ts'

const lost = 'This part could not be loaded.'

/** Blocks a chunk until `found` is called. */
async function lose(page: Page, chunk: string): Promise<{ found: () => Promise<void> }> {
  const path = `**/assets/${chunk}-*.js`
  await page.route(path, (route) => route.abort())
  return { found: () => page.unroute(path) }
}

test.afterEach(({ consoleErrors }) => {
  // The browser logs the blocked requests.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !/ERR_|status of 404/.test(text)))
})

test('a form with a failed chunk preserves values and can retry', async ({ page, shop }) => {
  const { found } = await lose(page, 'callback-form')
  await shop.open('/courses/2')
  const form = page.getByRole('form', { name: 'Request a callback' })
  await form.getByLabel('Name', { exact: true }).fill('Typed before')
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible()
  await form.getByRole('button', { name: 'Request a callback' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Failed to load course details')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
  await found()
  await page.getByRole('button', { name: 'Try Again' }).click()
  // Runs the queued click.
  await expect(form.getByText('Email is required.', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
  await expect(page.getByText(lost)).toBeHidden()
})

test('the batch picker keeps its choice when a chunk fails', async ({ page, shop }) => {
  const { found } = await lose(page, 'picker-form')
  await shop.open('/courses/2')
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose your batch' })
  const batch = picker.getByRole('radio', { disabled: false }).first()
  await batch.check()
  await expect(picker.getByRole('alert').filter({ hasText: lost })).toBeVisible()
  await expect(picker.getByRole('button', { name: 'Enroll' })).toBeDisabled()
  await found()
  await picker.getByRole('button', { name: 'Try Again' }).click()
  await expect(picker.getByText(lost)).toBeHidden()
  await expect(batch).toBeChecked()
  await expect(picker.getByRole('button', { name: 'Enroll' })).toBeEnabled()
})

const dialogs: [string, string, (page: Page, shop: Shop) => Promise<void>, string][] = [
  [
    'research form',
    'research-dialog',
    async (page, shop) => {
      await shop.open('/researchpage')
      await page.getByRole('button', { name: "I'm a Professor" }).click()
    },
    'Propose research',
  ],
  [
    'search',
    'search-dialog',
    async (page, shop) => {
      await shop.open('/home')
      await page.getByRole('link', { name: 'Search', exact: true }).filter({ visible: true }).first().click()
    },
    'Search',
  ],
  [
    'registration for payment',
    'register-to-pay',
    async (page, shop) => {
      await shop.open('/courses/2')
      await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
      const picker = page.getByRole('dialog', { name: 'Choose your batch' })
      await picker.getByRole('radio', { disabled: false }).first().check()
      await picker.getByRole('button', { name: 'Enroll' }).click()
      await page.waitForURL('**/razarpayment/*')
    },
    'Your details',
  ],
]

test('a dialog reports a failed chunk and opens after a retry', async ({ page, shop }) => {
  for (const [title, chunk, open, name] of dialogs) {
    await test.step(title, async () => {
      const { found } = await lose(page, chunk)
      await open(page, shop)
      const notice = page.getByRole('alert').filter({ hasText: lost })
      await expect(notice).toContainText('Check your connection and try again.')
      const again = notice.getByRole('button', { name: 'Try Again' })
      await expect(again).toBeFocused()
      await again.click()
      await expect(again).toBeFocused()
      await found()
      await again.click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expect(notice).toBeHidden()
    })
  }
})

test('a loading dialog shows a status, closes with Escape and retries', async ({ page, shop }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/research-dialog-*.js', async (route) => {
    await held
    await route.abort()
  })
  await shop.open('/researchpage')
  const opener = page.getByRole('button', { name: "I'm a Student" })
  await opener.click()
  await expect(page.getByRole('status').filter({ hasText: 'Opening…' })).toBeVisible()
  release()
  await expect(page.getByText(lost)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(lost)).toBeHidden()
  await expect(opener).toBeFocused()
  await page.unroute('**/assets/research-dialog-*.js')
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Propose research' })).toBeVisible()
})

test("a recording without its controls plays with the browser's own", async ({ page, shop }) => {
  const { found } = await lose(page, 'player-controls')
  await shop.open('/videos/118?day=1')
  await page.getByRole('button', { name: 'play', exact: true }).click()
  const video = page.locator('video')
  await expect(video).toHaveAttribute('controls')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
  await found()
  await video.evaluate(async (one: HTMLVideoElement) => {
    one.pause()
    await one.play()
  })
  await expect(page.locator('media-control-bar').getByRole('button', { name: 'pause' })).toBeVisible()
  await expect(video).not.toHaveAttribute('controls')
})

const connectionLost = 'The connection is lost. This page stays; please try again in a moment.'

test('an offline navigation leaves the page unchanged and works when online [DEP-01]', async ({ page, shop, context }) => {
  await shop.open('/hirepage')
  const name = page.getByRole('form', { name: 'Hire tech talent' }).getByLabel('Name', { exact: true })
  await name.fill('Typed before')
  await context.setOffline(true)
  const research = page.getByRole('navigation').getByRole('link', { name: 'Research', exact: true }).first()
  await research.click()
  await expect(page.getByText(connectionLost)).toBeVisible()
  await expect(page).toHaveURL(/\/hirepage$/)
  await expect(name).toHaveValue('Typed before')
  await context.setOffline(false)
  await research.click()
  await expect(page).toHaveURL(/\/researchpage$/)
  await expect(page.getByRole('button', { name: "I'm a Student" })).toBeVisible()
})

test('a page that fails to load leaves the previous page usable [DEP-01]', async ({ page, shop }) => {
  await shop.open('/companies')
  let loads = 0
  page.on('load', () => (loads += 1))
  for (const [what, path] of [
    ['code', '**/assets/contact-*.js'],
    ['data', '**/contact.data**'],
  ] as const) {
    await test.step(`without its ${what}`, async () => {
      await page.route(path, (route) => route.abort())
      const contact = page.getByRole('contentinfo').locator('a[href="/contact"]').first()
      await contact.click()
      await expect(shop.toast(connectionLost)).toBeVisible()
      await expect(page).toHaveURL(/\/companies$/)
      await page.unroute(path)
      await contact.click()
      await expect(page).toHaveURL(/\/contact$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
    await shop.closeToasts()
    await page.goBack()
    // The address changes before the page does.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies that hire here')
    await expect(page).toHaveURL(/\/companies$/)
  }
  expect(loads).toBe(0)
})

test('a link whose chunk a deployment replaced loads the new page', async ({ page, shop }) => {
  await shop.open('/companies')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route('**/assets/contact-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.getByRole('contentinfo').locator('a[href="/contact"]').first().click()
  await expect(page).toHaveURL(/\/contact$/)
  await shop.hydrated()
  await expect(shop.toast(connectionLost)).toHaveCount(0)
  expect(loads).toBe(1)
})

import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { shadesOf } from '#contract/site/brand.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { type DemoSchool, openDemoSchool } from './demo-school.ts'
import { expect, Shop, test as base } from './shop.ts'
import { forgive } from './stand-in.ts'
import { expectNoViolations } from './violations-of.ts'

const test = base.extend<object, { school: DemoSchool }>({
  school: [
    async ({ browser: _browser }, use) => {
      const school = await openDemoSchool()
      await use(school)
      await school.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ school }, use) => use(school.url),
  shop: async ({ page, school }, use) => use(new Shop(page, school.inboxUrl)),
})

test.use({ viewport: { width: 1440, height: 900 } })

const hexOf = (colour: string) =>
  `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((channel) => Number(channel).toString(16).padStart(2, '0'))
    .join('')}`

test('a school sets its brand and sees it on the site', async ({ page, consoleErrors, shop, school }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const [owner] = await school.sql<{ email: string }>(`select email from staff where role = 'owner' order by id limit 1`)
  await enterAs(page, 'owner', owner?.email, school)
  const accent = '#e0559a'
  const { light, dark } = shadesOf(accent)
  const groundOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor).then(hexOf)
  const register = page.getByRole('link', { name: 'Register Now' })

  await test.step('the old address leads to the first topic', async () => {
    await page.goto('/console/settings')
    await expect(page).toHaveURL(/\/console\/settings\/school$/)
    const topics = page.getByRole('navigation', { name: 'Settings' })
    await expect(topics.getByRole('link', { name: 'School' })).toHaveAttribute('aria-current', 'page')
    await page.goto('/console/settings/nothing')
    await expect(page).toHaveURL(/\/console\/settings\/school$/)
  })

  await test.step('the index marks the section in view', async () => {
    const index = page.getByRole('navigation', { name: 'Sections' })
    const marked = index.locator('[aria-current=true]')
    await expect(marked).toHaveText('School')
    await page.getByLabel('SAC').scrollIntoViewIfNeeded()
    await expect(marked).toHaveText('Legal')
    await index.getByRole('button', { name: 'Contact' }).click()
    await expect(marked).toHaveText('Contact')
    await expectAccessible(page)
  })

  await test.step('a change asks before another topic is opened', async () => {
    await page.getByLabel('Hours').fill('Never saved')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Brand' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard and leave' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Brand' })).toBeVisible()
  })

  await test.step('the sample names the shades and their contrast', async () => {
    const colour = page.getByRole('textbox', { name: /^Colour/ })
    await colour.fill('#e055')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Please give a colour such as #0f5c5c.').first()).toBeVisible()
    await colour.fill(accent)
    await expect(page.getByText(`The colour is made darker, ${light.accent}`)).toBeVisible()
    await expect(page.getByText(/Contrast: \d\.\d to 1 on buttons/)).toHaveCount(2)
    await page.getByRole('textbox', { name: /^Name as it is drawn/ }).fill('Vidya Live')
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#3a7a1f' } })
      .png()
      .toBuffer()
    await page.locator('input[type=file]').first().setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByRole('button', { name: 'Remove: Mark' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The settings are saved. The site shows them.')).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Vidya Live')
  })

  await test.step('the site shows it in both themes', async () => {
    await expect.poll(async () => (await page.request.get('/home')).text()).toContain('Vidya Live')
    await page.goto('/home')
    const home = page.getByRole('banner').getByRole('link', { name: 'Vidya Live' })
    await expect(home.locator('img')).toHaveAttribute('src', /^\/favicon\.svg\?v=/)
    expect(await home.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await expect.poll(() => groundOf(register)).toBe(light.accent)
    await expectNoViolations(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => groundOf(register)).toBe(dark.accent)
    await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', light.accent)
    // The policy of the first document holds for the pages that follow it.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('Vidya Live')
  })

  await test.step('the sign-in of the console and a mail show it', async () => {
    await page.context().clearCookies()
    await page.goto('/console/')
    const send = page.getByRole('button', { name: 'Send code' })
    await expect(page.getByRole('main')).toContainText('Vidya Live')
    // The colour comes with the answer, and a button changes its colour in a moment.
    await expect.poll(() => groundOf(send)).toBe(dark.accent)
    forgive(consoleErrors, /status of 401/)
    const email = `brand-${Date.now()}@example.com`
    await page.request.post('/api/auth/login/', { data: { email } })
    expect((await shop.mail(email, /./)).html).toContain(light.accent)
  })
})
